import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multipartEntries, nestedBody } from './multipart.ts';
import { plainValues } from './plain-values.ts';

describe('plainValues', () => {
  it('[R18.2] returns the value of a field', () => {
    const born = new Date(0);
    expect(
      plainValues({
        name: { label: 'Name', kind: 'text', value: 'Zara' },
        price: { label: 'Price', kind: 'money', value: 0 },
        note: { label: 'Note', value: '' },
        born: { label: 'Born', value: born },
        isVip: { label: 'VIP', kind: 'boolean', value: false },
      }),
    ).toEqual({ name: 'Zara', price: 0, note: '', born, isVip: false });
  });

  it('[R18.2] returns a foreign key as {name}Id, 0 for none', () => {
    const vendor = (value: unknown) => ({ vendor: { label: 'Vendor', kind: 'reference', entity: 'vendor', value } });
    expect(plainValues(vendor({ id: 7, name: 'Fish Market' }))).toEqual({ vendorId: 7 });
    expect(plainValues(vendor(7))).toEqual({ vendorId: 7 });
    for (const none of [null, undefined, '', 0, {}]) expect(plainValues(vendor(none))).toEqual({ vendorId: 0 });
    expect(plainValues({ vendorId: { label: 'Vendor', entity: 'vendor', value: 3 } })).toEqual({ vendorId: 3 });
    const several = { label: 'Menus', kind: 'references', entity: 'menu', value: [{ id: 1 }, 2, null] };
    expect(plainValues({ menus: several, menuIds: several })).toEqual({ menusIds: [1, 2], menuIds: [1, 2] });
  });

  it('[R18.2] returns the chosen item or value of any other dropdown', () => {
    const item = { value: 'Small', sellingPrice: 100 };
    expect(
      plainValues({
        type: { label: 'Type', kind: 'choice', value: 'Bar' },
        size: { label: 'Size', kind: 'choice', value: item },
        days: { label: 'Days', kind: 'choice', allowMultiple: true, value: ['Sunday'] },
      }),
    ).toEqual({ type: 'Bar', size: item, days: ['Sunday'] });
  });

  it('[R18.2] converts nested groups and lists of groups', () => {
    const line = (value: string) => ({ line: { label: 'Address', value } });
    expect(plainValues({ contact: { home: line('H. Reef') }, addresses: [line('A'), line('B')] })).toEqual({
      contact: { home: { line: 'H. Reef' } },
      addresses: [{ line: 'A' }, { line: 'B' }],
    });
  });

  it('[R18.2] returns values that are not forms unchanged', () => {
    const body = {
      items: [{ key: 'k', qty: 1 }],
      meta: [{ key: 'a', value: 'b' }],
      sizes: [{ value: 'Small', sellingPrice: 1 }],
      addresses: [{ label: 'Work', line: 'x' }],
      none: null,
    };
    expect(plainValues(body)).toEqual(body);
    expect(plainValues('text')).toBe('text');
  });
});

describe('multipart', () => {
  it('[R18.2] flattens groups and lists into dotted and indexed names', () => {
    expect(
      multipartEntries({ name: 'Tea', address: { line: 'A' }, sizes: [{ price: 1 }, { price: 2 }], none: null }),
    ).toEqual([
      ['name', 'Tea'],
      ['address.line', 'A'],
      ['sizes[0].price', 1],
      ['sizes[1].price', 2],
    ]);
  });

  it('[R18.2] restores the flattened values', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const name = fc.stringMatching(/^[a-z][a-zA-Z]{0,6}$/);
    const { body } = fc.letrec((tie) => ({
      body: fc.dictionary(name, fc.oneof({ maxDepth: 3 }, leaf, tie('body'), tie('list')), { minKeys: 1, maxKeys: 4 }),
      list: fc.array(fc.oneof({ maxDepth: 3 }, leaf, tie('body')), { minLength: 1, maxLength: 4 }),
    }));
    fc.assert(
      fc.property(body, (drawn) => {
        const entries = multipartEntries(drawn);
        expect(entries.length === 0 ? drawn : nestedBody(entries)).toEqual(drawn);
      }),
      { seed: 4_826, numRuns: 300 },
    );
  });

  it('[R18.2] leaves out names that are invalid, too deep, or unsafe', () => {
    const bad = [
      '__proto__.x',
      'a.__proto__.y',
      'a[99999]',
      'a[1000]',
      'a..b',
      '[0]',
      '',
      'a.b.c.d.e.f.g.h.i',
      'a[-1]',
    ];
    expect(nestedBody(bad.map((name) => [name, 1]))).toEqual({});
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(
      nestedBody([
        ['a', 1],
        ['a.b', 2],
        ['c[3]', 4],
        ['c.d', 5],
        ['constructor.name', 'x'],
      ]),
    ).toEqual({
      a: 1,
      c: [4],
      constructor: { name: 'x' },
    });
  });
});
