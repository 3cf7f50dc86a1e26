const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns the size of a file, such as a backup, as readable text: '12 kB', '3.4 MB'. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power] ?? 'B'}`;
}
