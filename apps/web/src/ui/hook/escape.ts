/** While a list or calendar of a field is open, Escape closes that and not the drawer around it. The UI library checks this mark. */
import type { FocusEvent } from 'react';

const mark = 'data-mantine-stop-propagation';

/** Returns the mark for an element that is focused while its list is open. */
export const ownEscape = (isOpen: boolean): Readonly<Record<string, string>> => (isOpen ? { [mark]: 'true' } : {});

/** Marks the focused element inside a popup. */
export const keepEscape = (event: FocusEvent<HTMLElement>): void => event.target.setAttribute(mark, 'true');
