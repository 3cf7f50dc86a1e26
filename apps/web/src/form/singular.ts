/** Returns the singular of an English label of a list: 'Options' becomes 'Option', 'Entries' 'Entry', 'More addresses' 'address'. Others stay. */
export const singularOf = (label: string): string =>
  label
    .replace(/^More /, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=ss)es$|s$/, '');
