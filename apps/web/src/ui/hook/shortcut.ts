/** All keyboard shortcuts: handlers check here, and the sheet on '?' lists them. */

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

/** Returns whether a key belongs to a shortcut. With Alt a key may produce another character: then its position counts. */
export function isPressed({ key, code, altKey }: Press, keys: readonly string[]): boolean {
  if (altKey) return keys.includes(`Alt+${code.replace('Key', '')}`);
  return keys.includes(key.length === 1 ? key.toLowerCase() : key);
}

/** Returns whether a key goes into a text field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Returns whether the target is a field whose text can be changed; buttons, checkboxes and lists are not. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:read-write, textarea:read-write, [contenteditable]') !== null;

/** Returns whether a key is meant for a shortcut: without modifiers, pressed once, and not in a field. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !isTyping(event.target);
