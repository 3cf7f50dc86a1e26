/** Describes a history entry in one line: the values before and after. Source: docs/rules.md#history. */

const maxLength = 400;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Returns text like 'price: 5000 → 5500; name: – → Tea'. Unchanged fields are left out, empty values are a dash. At most 400 characters. */
export function changeText(before: unknown, after: unknown): string {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) =>
      name in was ? `${name}: ${textOf(was[name])} → ${textOf(is[name])}` : `${name}: ${textOf(is[name])}`,
    );
  const text = parts.join('; ');
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
