/** Formats the figures as a table. */
import { type Figure, isMet } from './figure.ts';

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return value.toLocaleString('en', { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 });
};

const withUnit = (value: number | undefined, unit: string): string =>
  value === undefined ? '' : `${digits(value)}${unit.startsWith('/') || unit === '%' ? '' : ' '}${unit}`;

function cells(figure: Figure): string[] {
  const { name, value, unit, budget, bare, ratio, note } = figure;
  const met = isMet(figure);
  return [
    `${met === undefined ? ' ' : met ? '✓' : '✗'} ${name}`,
    withUnit(value, unit),
    budget ? `${budget.limit === 'most' ? '≤' : '≥'} ${withUnit(budget.value, unit)}` : '',
    withUnit(bare, unit),
    ratio === undefined ? '' : ratio < 2 ? `${digits(ratio * 100)} %` : `${digits(ratio)} ×`,
    note ?? '',
  ];
}

/** Returns a section's figures as lines. */
export function sectionTable(section: string, figures: readonly Figure[]): string {
  const head = [`  ${section}`, 'ours', 'budget', 'bare', 'ratio', ''];
  const rows = [head, ...figures.map(cells)];
  const widths = head.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at === 0 || at === 5 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(
    1,
    0,
    '─'.repeat(
      Math.min(
        120,
        widths.slice(0, 5).reduce((sum, width) => sum + width + 2, 0),
      ),
    ),
  );
  return lines.join('\n');
}

/** Returns what missed its budget, or that nothing did. */
export function summary(figures: readonly Figure[]): string {
  const held = figures.filter((figure) => isMet(figure) !== undefined);
  const missed = held.filter((figure) => isMet(figure) === false);
  if (missed.length === 0) return `All ${held.length} budgets are met.`;
  return `${held.length - missed.length} of ${held.length} budgets are met. Missed: ${missed
    .map(({ section, name }) => `${section} – ${name}`)
    .join('; ')}.`;
}
