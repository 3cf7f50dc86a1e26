/** Readable names of keys that have no words of their own. */

/** Returns 'openingBalance' and 'opening_balance' as 'Opening balance'. */
export function spacedName(name: string): string {
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/ ids?$/i, '')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
