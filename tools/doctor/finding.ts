/** What doctor reports about one thing. Source: R31.26. */

/** Off: this machine does not have it, or does not tell. */
export type Level = 'Good' | 'Watch' | 'Bad' | 'Off';

export interface Finding {
  readonly check: string;
  readonly level: Level;
  readonly text: string;
  /** One sentence; null where there is nothing to do. */
  readonly remedy: string | null;
}

export const good = (check: string, text: string): Finding => ({ check, level: 'Good', text, remedy: null });
export const off = (check: string, text: string): Finding => ({ check, level: 'Off', text, remedy: null });
export const watch = (check: string, text: string, remedy: string): Finding => ({
  check,
  level: 'Watch',
  text,
  remedy,
});
export const bad = (check: string, text: string, remedy: string): Finding => ({ check, level: 'Bad', text, remedy });

/** Returns how doctor ends: 1 with something bad, 2 with something to watch, otherwise 0. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  const has = (level: Level): boolean => findings.some((finding) => finding.level === level);
  if (has('Bad')) return 1;
  return has('Watch') ? 2 : 0;
}

const nameWidth = 18;
const order: readonly Level[] = ['Bad', 'Watch', 'Good', 'Off'];

/** Returns the findings as lines to print, the worst first, each with its remedy below it. */
export function reportLines(findings: readonly Finding[]): string[] {
  const lines = findings
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
    .flatMap(({ check, level, text, remedy }) => [
      `${level.padEnd(6)} ${check.padEnd(nameWidth)} ${text}`,
      ...(remedy === null ? [] : [`${' '.repeat(nameWidth + 8)}→ ${remedy}`]),
    ]);
  const count = (level: Level): number => findings.filter((finding) => finding.level === level).length;
  const isWell = exitCodeOf(findings) === 0;
  return [...lines, '', isWell ? 'All is well.' : `${count('Bad')} bad, ${count('Watch')} to watch.`];
}
