/** Multipart forms: converts nested values to dotted and indexed names, and back. Source: R18.2. */
import { isGroup } from './plain-values.ts';

/** Limits for reading: nesting depth, and length of a list. */
const maxDepth = 8;
const maxListLength = 1000;

/**
 * Returns the names and values of a multipart form: `address.line`, `sizes[1].sellingPrice`. null and undefined are left out; values that are
 * neither plain objects nor lists (text, number, file) are unchanged.
 */
export function multipartEntries(body: unknown, name = ''): [name: string, value: unknown][] {
  if (body === undefined || body === null) return [];
  if (Array.isArray(body)) return body.flatMap((one, index) => multipartEntries(one, `${name}[${index}]`));
  if (!isGroup(body)) return [[name, body]];
  return Object.entries(body).flatMap(([key, one]) => multipartEntries(one, name === '' ? key : `${name}.${key}`));
}

type Step = string | number;

/** Returns the steps of a name, or null for an invalid one: `sizes[1].price` → sizes, 1, price. */
function stepsOf(name: string): Step[] | null {
  if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d{1,4}\])*$/.test(name)) return null;
  const steps = (name.match(/[\w$]+/g) ?? []).map((step) => (/^\d/.test(step) ? Number(step) : step));
  const isUnsafe = steps.some((step) => step === '__proto__' || (typeof step === 'number' && step >= maxListLength));
  return isUnsafe || steps.length > maxDepth ? null : steps;
}

/**
 * Returns the nested body of a multipart form's names and values. Names that are invalid, too deep or conflict with another value are left out,
 * and so are gaps in lists.
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
  let node: Record<Step, unknown> = body;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    if (Array.isArray(node) !== (typeof step === 'number')) return;
    if (next === undefined) {
      node[step] = value;
      return;
    }
    const child = Object.hasOwn(node, step) ? node[step] : undefined;
    if (child !== undefined && !isGroup(child) && !Array.isArray(child)) return;
    node = (node[step] = child ?? (typeof next === 'number' ? [] : {})) as Record<Step, unknown>;
  }
}

function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== undefined).map(withoutGaps);
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutGaps(one)]));
}
