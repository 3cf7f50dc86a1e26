/** Every keyboard shortcut, once: who acts on one asks here, and the sheet on '?' shows what stands here. */

export const shortcuts = {
  everywhere: {
    sheet: ['?'],
    find: ['/'],
    close: ['Escape'],
    toasts: ['Alt+T'],
  },
  list: {
    next: ['ArrowDown'],
    previous: ['ArrowUp'],
    first: ['Home'],
    last: ['End'],
    open: ['Enter'],
    select: [' '],
  },
  bill: {
    takeFirst: ['Enter'],
    clearFind: ['Escape'],
  },
  delivery: {
    step: ['ArrowRight'],
    next: ['ArrowDown'],
    previous: ['ArrowUp'],
    open: ['Enter'],
  },
  kitchen: {
    bump: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    recall: ['r'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface Press {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
}

/** Answers whether a key is one of a shortcut's. With Alt a key may write another letter: there its place counts. */
export function isPressed({ key, code, altKey }: Press, keys: readonly string[]): boolean {
  if (altKey) return keys.includes(`Alt+${code.replace('Key', '')}`);
  return keys.includes(key.length === 1 ? key.toLowerCase() : key);
}

/** Answers whether a key goes into something that is being typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Answers whether a key is meant for a shortcut: alone, pressed once, and not in a field. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !isTyping(event.target);
