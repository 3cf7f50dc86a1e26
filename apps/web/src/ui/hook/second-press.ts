/**
 * A quick second press was meant for what was there at the first one. When a press changes what is under the finger, an invisible square lies
 * there for a moment, so that the second press acts on nothing. Presses elsewhere, and repeated presses of what stays in place (a digit, an
 * item, a step of a quantity), are not held up. Source: R35.92.
 */

/** For how long a press is watched for what it changes, in ms: a slow answer changes the screen later. */
const watchedMs = 700;
/** For how long the square lies there, in ms; the second press of a double tap comes within it. */
const shieldedMs = 350;
const sizePx = 48;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly control: Element;
  readonly name: string;
  readonly at: number;
}

let last: Press | undefined;
/** The press that may still change what is under the finger. */
let watched: Press | undefined;
let shield: HTMLElement | undefined;

const controlAt = (element: Element | null): Element | null =>
  element?.closest('button, a, label, input, select, textarea, summary, [role]') ?? null;
const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent.trim();

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
  setTimeout(() => {
    if (shield === square) removeShield();
  }, shieldedMs);
}

/** Lays the square under the finger at once: what this press did must not be done again by a second one. */
export function holdSecondPress(): void {
  if (last && performance.now() - last.at < watchedMs) layShield(last);
}

function hasChanged({ x, y, control, name }: Press): boolean {
  return controlAt(document.elementFromPoint(x, y)) !== control || nameOf(control) !== name;
}

function watch(press: Press): void {
  if (watched !== press) return;
  if (performance.now() - press.at > watchedMs) watched = undefined;
  else if (hasChanged(press)) {
    watched = undefined;
    layShield(press);
  } else requestAnimationFrame(() => watch(press));
}

/** Returns whether a press came before the page could look at what the one before had changed there. */
function isTooEarly({ clientX, clientY, timeStamp }: MouseEvent): boolean {
  if (!watched || timeStamp - watched.at > watchedMs) return false;
  const isThere = Math.max(Math.abs(clientX - watched.x), Math.abs(clientY - watched.y)) < sizePx / 2;
  return isThere && hasChanged(watched);
}

function onClick(event: MouseEvent): void {
  const control = event.target instanceof Element ? controlAt(event.target) : null;
  // A key press has no place on the screen; a press on the background is meant for nothing.
  if (event.detail === 0 || !control) return;
  if (watched && isTooEarly(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    layShield(watched);
    watched = undefined;
    return;
  }
  const press = { x: event.clientX, y: event.clientY, control, name: nameOf(control), at: event.timeStamp };
  last = press;
  watched = press;
  requestAnimationFrame(() => watch(press));
}

/** Begins to watch the presses of the page. Returns what ends it. */
export function watchPresses(): () => void {
  window.addEventListener('click', onClick, { capture: true });
  return () => {
    window.removeEventListener('click', onClick, { capture: true });
    last = undefined;
    watched = undefined;
    removeShield();
  };
}
