import { describe, expect, it } from 'vitest';
import {
  defineResource,
  type FieldKeys,
  fieldOf,
  type ResourceDefinition,
  type ResourceInput,
} from './define-resource.ts';
import { allResources } from './registry.ts';
import { user } from './user.ts';

/** Returns a small entity; `views` replaces some of its views. */
const lamp = (views: Partial<ResourceInput['views']> = {}) =>
  defineResource({
    name: 'Lamp',
    title: 'Lamps',
    table: 'lamp',
    area: 'ims',
    many: 'lamps',
    one: 'lamp',
    path: '/lamps',
    screen: 'Inventory',
    label: 'name',
    fields: [
      { key: 'code', label: 'Code', kind: 'text' },
      { key: 'name', label: 'Name', kind: 'text' },
      { key: 'onHand', label: 'On hand', kind: 'quantity', isReadOnly: true },
      { key: 'image', label: 'Picture', kind: 'image' },
    ],
    views: { grid: ['id', 'name'], form: ['name'], card: ['name'], search: ['name'], csv: ['name'], ...views },
  });

describe('views of a definition', () => {
  const cases: readonly (readonly [FieldKeys, readonly string[]])[] = [
    [
      ['image', 'code'],
      ['image', 'code'],
    ],
    ['all', ['code', 'name', 'onHand', 'image']],
    [{ without: ['onHand'] }, ['code', 'name', 'image']],
    [{ first: ['image'] }, ['image', 'code', 'name', 'onHand']],
    [{ first: ['image'], without: ['code', 'onHand'] }, ['image', 'name']],
  ];
  it.each(cases)('derives card and CSV from %j', (chosen, keys) => {
    expect(lamp({ card: chosen }).views.card).toEqual(keys);
    expect(lamp({ csv: chosen }).views.csv).toEqual(keys);
  });

  it('puts the writable fields that the form leaves into the rest', () => {
    expect(lamp({ more: 'rest' }).views.more).toEqual(['code', 'image']);
    expect(lamp({ more: 'rest', form: ['image', 'code', 'name'] }).views.more).toEqual([]);
    expect(lamp({ more: ['image'] }).views.more).toEqual(['image']);
    expect(lamp().views).not.toHaveProperty('more');
  });

  it('[R35.46] keeps a stored field readable and writable, and out of every view', () => {
    const { fields, views } = defineResource({
      ...lamp(),
      fields: [{ key: 'name', label: 'Name', kind: 'text' }],
      stored: { watts: { label: 'Watts', kind: 'integer', max: 90 } },
      views: { grid: ['id'], form: [], more: 'rest', card: 'all', search: ['name'], csv: 'all' },
    });
    expect(fields[1]).toEqual({ key: 'watts', label: 'Watts', kind: 'integer', max: 90, isStoredOnly: true });
    expect([views.more, views.card, views.csv]).toEqual([['name'], ['name'], ['name']]);
  });

  it('refuses a view that names or leaves out an unknown field', () => {
    expect(() => lamp({ card: ['colour'] })).toThrow('Lamp has no field colour');
    expect(() => lamp({ csv: { without: ['colour'] } })).toThrow('Lamp has no field colour');
    expect(() => lamp({ card: { first: ['colour'] } })).toThrow('Lamp has no field colour');
  });
});

const definitions: readonly ResourceDefinition[] = [...allResources, user];
describe.each(definitions.map((one) => [one.name, one] as const))('%s', (name, definition) => {
  const { form, more = [], card, csv } = definition.views;

  it('shows no field twice in a view', () => {
    for (const keys of [[...form, ...more], card, csv]) expect(new Set(keys).size).toBe(keys.length);
  });

  it('offers every writable field in its form, except the permissions of a user, which have an own screen', () => {
    const writable = definition.fields
      .filter(({ isReadOnly, isStoredOnly }) => !isReadOnly && !isStoredOnly)
      .map(({ key }) => key);
    const left = writable.filter((key) => !form.includes(key) && !more.includes(key));
    expect(left).toEqual(name === 'User' ? ['overrides'] : []);
  });

  it('keeps pictures out of CSV, and secrets out of CSV and card', () => {
    const kinds = (keys: readonly string[]) => keys.map((key) => fieldOf(definition, key).kind);
    expect(kinds(csv)).not.toContain('image');
    expect([...kinds(csv), ...kinds(card)]).not.toContain('secret');
  });
});
