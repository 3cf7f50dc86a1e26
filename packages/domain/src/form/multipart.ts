/** Forms with files: nested values under dotted and indexed names, and back. Source: R18.2. */
import { isGroup } from './plain-values.ts';

/** Deepest nesting, and longest list, that is read back. */
const deepest = 8;
const longest = 1000;

/**
 * Answers the names and values of a multipart form: `address.line`, `sizes[1].sellingPrice`. Nothing (null, undefined) is not sent; what is neither
 * a plain object nor a list (text, number, file) goes as it is.
 */
export function multipartEntries(body: unknown, name = ''): [name: string, value: unknown][] {
  if (body === undefined || body === null) return [];
  if (Array.isArray(body)) return body.flatMap((one, index) => multipartEntries(one, `${name}[${index}]`));
  if (!isGroup(body)) return [[name, body]];
  return Object.entries(body).flatMap(([key, one]) => multipartEntries(one, name === '' ? key : `${name}.${key}`));
}

type Step = string | number;

/** Answers the steps of a name, or null for one that is none: `sizes[1].price` → sizes, 1, price. */
function stepsOf(name: string): Step[] | null {
  if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d{1,4}\])*$/.test(name)) return null;
  const steps = (name.match(/[\w$]+/g) ?? []).map((step) => (/^\d/.test(step) ? Number(step) : step));
  const isUnsafe = steps.some((step) => step === '__proto__' || (typeof step === 'number' && step >= longest));
  return isUnsafe || steps.length > deepest ? null : steps;
}

/**
 * Answers the nested body of a multipart form's names and values; names that are none, too deep or reach into a value are left out, and so are
 * gaps in lists.
 */
export function nestedBody(entries: Iterable<readonly [name: string, value: unknown]>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const steps = stepsOf(name);
    if (steps) put(body, steps, value);
  }
  return withoutGaps(body) as Record<string, unknown>;
}

function put(body: Record<Step, unknown>, steps: readonly Step[], value: unknown): void {
  let at: Record<Step, unknown> = body;
  for (const [place, step] of steps.entries()) {
    const next = steps[place + 1];
    if (Array.isArray(at) !== (typeof step === 'number')) return;
    if (next === undefined) {
      at[step] = value;
      return;
    }
    const there = Object.hasOwn(at, step) ? at[step] : undefined;
    if (there !== undefined && !isGroup(there) && !Array.isArray(there)) return;
    at = (at[step] = there ?? (typeof next === 'number' ? [] : {})) as Record<Step, unknown>;
  }
}

function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== undefined).map(withoutGaps);
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutGaps(one)]));
}
