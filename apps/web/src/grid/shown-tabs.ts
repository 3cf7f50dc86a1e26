/** The first screen of the tabs that were shown last: a screen that is a tab of two groups stays among those from which a person comes. */
export const shownTabs = { first: '' };
