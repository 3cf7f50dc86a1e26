/** Returns whether a dialog or drawer covers the screen. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;
