/** What changed, in one line: what an entry of the history had before and after. Source: docs/rules.md#history. */

const mostLetters = 400;

const said = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Answers 'price: 5000 → 5500; name: – → Tea'; what stayed is left out, what there was none of is a dash. */
export function changeWords(before: unknown, after: unknown): string {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => (name in was ? `${name}: ${said(was[name])} → ${said(is[name])}` : `${name}: ${said(is[name])}`));
  const words = parts.join('; ');
  return words.length > mostLetters ? `${words.slice(0, mostLetters - 1)}…` : words;
}
