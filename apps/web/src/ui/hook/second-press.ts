/**
 * A quick second press was meant for what was there at the first one. Where a press takes money, closes a dialog or changes the step, an
 * invisible square lies under the finger for a moment, so that the second press acts on nothing. A press that was made in that moment and is
 * delivered after it, because the page was busy, is refused by the time at which it was made. Presses elsewhere, and repeated presses of what
 * stays in place (a digit, an item, a step of a quantity), are not held up. Source: R35.92.
 */

/** How old a press may be that is held, in ms: the answer to it may come later, and on a slow device it does. */
const heldMs = 2000;
/** For how long the square lies there, in ms; the second press of a double tap comes within it. */
const shieldedMs = 350;
const sizePx = 48;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** What a press brings into the page, in this order. */
const pressKinds = ['pointerdown', 'mousedown', 'click', 'dblclick'] as const;

let last: Press | undefined;
let shield: HTMLElement | undefined;
/** The place that is shielded, and until when. */
let shielded: Press | undefined;

function removeShield(): void {
  shield?.remove();
  shield = undefined;
}

function layShield({ x, y }: Press): void {
  removeShield();
  const square = document.createElement('div');
  square.setAttribute('aria-hidden', 'true');
  square.dataset['secondPress'] = '';
  Object.assign(square.style, {
    position: 'fixed',
    left: `${x - sizePx / 2}px`,
    top: `${y - sizePx / 2}px`,
    width: `${sizePx}px`,
    height: `${sizePx}px`,
    zIndex: '10000',
  });
  // A press on it neither moves the focus nor counts as one outside of a menu that has just opened.
  for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'click', 'dblclick'])
    square.addEventListener(kind, (event) => {
      event.preventDefault();
      event.stopPropagation();
    });
  document.body.append(square);
  shield = square;
  shielded = { x, y, at: performance.now() + shieldedMs };
  setTimeout(() => {
    if (shield === square) removeShield();
  }, shieldedMs);
}

/** Lays the square under the finger at once: what this press did must not be done again by a second one. */
export function holdSecondPress(): void {
  if (last && performance.now() - last.at < heldMs) layShield(last);
}

function onClick({ clientX, clientY, detail }: MouseEvent): void {
  // A key press has no place on the screen.
  last = detail === 0 ? undefined : { x: clientX, y: clientY, at: performance.now() };
}

/** Stops a press on the shielded place that was made before the shield went away. */
function refuseLate(event: MouseEvent): void {
  const { clientX, clientY, detail, timeStamp, type } = event;
  if (!shielded || timeStamp > shielded.at || (type === 'click' && detail === 0)) return;
  if (Math.max(Math.abs(clientX - shielded.x), Math.abs(clientY - shielded.y)) > sizePx / 2) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Begins to note where the page is pressed. Returns what ends it. */
export function watchPresses(): () => void {
  for (const kind of pressKinds) window.addEventListener(kind, refuseLate, { capture: true });
  window.addEventListener('click', onClick, { capture: true });
  return () => {
    for (const kind of pressKinds) window.removeEventListener(kind, refuseLate, { capture: true });
    window.removeEventListener('click', onClick, { capture: true });
    last = undefined;
    shielded = undefined;
    removeShield();
  };
}
