/** Moves the focus to the first field with a problem. Source: R35.51. */
let isMovedByForm = false;

/** Fields with a problem, and buttons that add what is missing. */
export const faults = '[aria-invalid="true"]:not(:disabled), [data-fault]';

/** Returns whether a field that gets the focus may open its list or calendar: a form that moves the focus opens nothing. */
export const mayOpenOnFocus = (): boolean => !isMovedByForm;

/** Focuses the first field with a problem inside an element, and opens nothing over the form. Waits until the problems are shown. */
export function focusFirstFault(within: () => ParentNode | null): void {
  requestAnimationFrame(() => {
    isMovedByForm = true;
    try {
      within()?.querySelector<HTMLElement>(faults)?.focus();
    } finally {
      isMovedByForm = false;
    }
  });
}
