/** The lists over which messages are shown. What places these comes with them, after the first screen: `overlay/place-toasts.ts`. */
export const toastParts = new Set<HTMLElement>();

let onParts: () => void = () => undefined;

/** Calls back when a list comes or goes. */
export function watchToastParts(listener: () => void): void {
  onParts = listener;
}

/** The `ref` of a list: shows messages over it and not over the buttons around it. */
export function toastsWithin(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  toastParts.add(part);
  onParts();
  return () => {
    toastParts.delete(part);
    onParts();
  };
}
