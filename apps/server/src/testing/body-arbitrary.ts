/** Random bodies of calls: of the right shape, with known keys and ids, or wrong in some places. */
import fc from 'fast-check';
import * as z from 'zod';

interface Json {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json | boolean;
  readonly prefixItems?: readonly Json[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly required?: readonly string[];
}

/** Values that exist in the store, so that a random body gets past the first checks. */
export interface Known {
  readonly keys: readonly string[];
  readonly ids: readonly number[];
  readonly texts: readonly string[];
}

/** Values of the wrong type, size or alphabet. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'abc', [], {}, [null], -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER),
  fc.constantFrom('\u0000', 'x'.repeat(5000), '🙂'.repeat(300), "'; drop table bill; --", '=cmd()', '٣٫٥'),
  fc.jsonValue({ maxDepth: 3 }),
);

const days = fc.constantFrom('2026-03-04', '2026-03-05');
const instants = fc.constantFrom('2026-03-04T08:00:00.000Z', '2026-03-05T08:00:00.000Z');
const strangeDates = fc.constantFrom('2026-02-30', '0001-01-01', '9999-12-31', 'yesterday');

/** Makes values of JSON schemas. */
interface Maker {
  readonly known: Known;
  /** Of a hundred values, at each place, how many are wrong. */
  readonly wrong: number;
  /** Whether all fields are there, and at least one of each list. */
  readonly isWhole?: boolean;
}

function valueOf(schema: Json, maker: Maker, name = ''): fc.Arbitrary<unknown> {
  const right = rightValue(schema, maker, name);
  if (maker.wrong === 0) return right;
  return fc.oneof({ weight: 100 - maker.wrong, arbitrary: right }, { weight: maker.wrong, arbitrary: wrong });
}

function rightValue(schema: Json, maker: Maker, name: string): fc.Arbitrary<unknown> {
  // That it is more than nothing is no part of a JSON schema.
  if (maker.isWhole && name === 'qty') return fc.constant(1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, maker, name)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, maker);
  if (type === 'array') return arrayOf(schema, maker, name);
  if (type === 'integer' || type === 'number') return numberOf(schema, maker, name);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'string') return textOf(schema, maker, name);
  return fc.constantFrom<unknown>('text', 1, true);
}

function arrayOf({ items, minItems = 0 }: Json, maker: Maker, name: string): fc.Arbitrary<unknown> {
  const each = valueOf(typeof items === 'object' ? items : {}, maker, name);
  return fc.array(each, {
    minLength: maker.isWhole ? Math.max(1, minItems) : minItems,
    maxLength: Math.max(3, minItems),
  });
}

function numberOf(
  { minimum = 0, maximum = 5000, multipleOf = 1 }: Json,
  { known, wrong: errors }: Maker,
  name: string,
) {
  const usual = fc.integer({
    min: Math.ceil(minimum),
    max: Math.max(Math.ceil(minimum), Math.min(Math.floor(maximum), 5000)),
  });
  const extreme = fc.constantFrom(minimum, maximum, -1, 2 ** 31, 2 ** 53, 0.1);
  if (/ids?$/i.test(name)) return fc.constantFrom(...known.ids);
  if (errors === 0) return usual.map((value) => Math.floor(value / multipleOf) * multipleOf);
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: extreme });
}

/** Texts by the pattern that they match: to make one of these takes longer than to draw from it. */
const matching = new Map<string, fc.Arbitrary<string>>();

function matchingOf(pattern: string): fc.Arbitrary<string> {
  const known = matching.get(pattern);
  if (known) return known;
  const made = fc.stringMatching(new RegExp(pattern), { size: 'small' });
  matching.set(pattern, made);
  return made;
}

function textOf(schema: Json, { known, wrong: errors }: Maker, name: string): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 30 } = schema;
  // The key of a coupon or of a device is no key of a record: it has a pattern of its own.
  const isRecordKey = /keys?$/i.test(name) && known.keys.every((key) => !pattern || new RegExp(pattern).test(key));
  if (format === 'uuid' || isRecordKey) return fc.oneof(fc.constantFrom(...known.keys), fc.uuid());
  if (format?.startsWith('date') || /(at|date|day|from|to)$/i.test(name)) {
    const right = format === 'date-time' || name.toLowerCase().endsWith('at') ? instants : days;
    return errors === 0 ? right : fc.oneof(right, strangeDates);
  }
  if (pattern) return matchingOf(pattern);
  const max = Math.min(maxLength, Math.max(minLength, 30));
  return fc.oneof(
    fc.constantFrom(...known.texts.filter(({ length }) => length >= minLength && length <= maxLength), 'x'.repeat(max)),
    matchingOf('^[a-z ]*$').map((text) => text.padEnd(minLength, 'x').slice(0, max)),
  );
}

function objectOf({ properties = {}, required = [] }: Json, maker: Maker): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, maker, name)]),
  );
  if (maker.isWhole) return fc.record(fields);
  return fc.record(fields, { requiredKeys: maker.wrong > 0 ? [] : required.filter((name) => name in fields) });
}

/** Returns the schema of a body as JSON schema. */
const jsonOf = (schema: unknown): Json =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Json;

/** Returns bodies of a call that its schema accepts, with all their fields. */
export function wholeBodiesOf(schema: unknown, known: Known): fc.Arbitrary<unknown> {
  return valueOf(jsonOf(schema), { known, wrong: 0, isWhole: true });
}

/** Returns the names of the fields of a body that hold a text, and the greatest length of each. */
export function textsOf(schema: unknown): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (part: Json, name: string): void => {
    const { properties = {}, items, prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = part;
    if (part.type === 'string' && !part.enum && part.const === undefined)
      found.set(name, Math.max(found.get(name) ?? 0, part.maxLength ?? Number.POSITIVE_INFINITY));
    for (const [field, each] of Object.entries(properties)) walk(each, field);
    for (const each of [...prefixItems, ...anyOf, ...oneOf, ...allOf]) walk(each, name);
    if (typeof items === 'object') walk(items, name);
  };
  walk(jsonOf(schema), '');
  return found;
}

/** Returns random bodies of a call, by the schema of its body. */
export function bodiesOf(schema: unknown, known: Known): fc.Arbitrary<unknown> {
  const json = jsonOf(schema);
  return fc.oneof(...[0, 5, 20].map((errors) => valueOf(json, { known, wrong: errors })));
}
