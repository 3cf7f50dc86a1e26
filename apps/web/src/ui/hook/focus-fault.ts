/** Moves the focus to the first field with a problem. Source: R35.51. */
let isMovedByForm = false;

/** Fields with a problem, and buttons that add what is missing. */
export const faults = '[aria-invalid="true"]:not(:disabled), [data-fault]';

/** Returns whether a field that gets the focus may open its list or calendar: a form that moves the focus opens nothing. */
export const mayOpenOnFocus = (): boolean => !isMovedByForm;

/** Focuses an element that the person did not choose: nothing opens over the form. */
export function focusUnasked(element: HTMLElement, options?: FocusOptions): void {
  isMovedByForm = true;
  try {
    element.focus(options);
  } finally {
    isMovedByForm = false;
  }
}

/** How many frames a slow device may take to show the problems. */
const maxFrames = 60;

/** Focuses the first field with a problem inside an element, and opens nothing over the form. Waits until the problems are shown. */
export function focusFirstFault(within: () => ParentNode | null, frames = maxFrames): void {
  requestAnimationFrame(() => {
    const fault = within()?.querySelector<HTMLElement>(faults);
    if (!fault) {
      if (frames > 1) focusFirstFault(within, frames - 1);
      return;
    }
    focusUnasked(fault);
  });
}
