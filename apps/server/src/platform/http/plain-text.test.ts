import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { hasCardNumberIn } from '@atoll/domain/form/card-text';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { textsOf, wholeBodiesOf } from '../../testing/body-arbitrary.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';

eachEngine('texts with control characters', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const customer = (part: object) =>
    t.call('customer.create', {
      as: admin,
      body: { key: crypto.randomUUID(), name: 'Aisha', phone: '7771234', ...part },
    });
  const open = (part: object) =>
    t.call('bill.create', {
      as: admin,
      body: { key: crypto.randomUUID(), type: 'Table', slot: '1', items: [], ...part },
    });

  it('[R35.91] refuses them in records and bills by the name of the field, and stores nothing', async () => {
    for (const text of ['A\u0000b', 'A\u001b[2J', 'A\ud800', 'A\nb']) {
      const answer = await customer({ name: text });
      expect(answer.status, JSON.stringify(text)).toBe(422);
      expect(answer.body).toMatchObject({
        reason: 'invalid',
        errors: { name: 'Name has characters that Atoll cannot use. Type it again' },
      });
    }
    const bill = await open({ note: 'A\u0000b' });
    expect(bill.status).toBe(422);
    expect(bill.body.errors).toEqual({ note: 'Note has characters that Atoll cannot use. Type it again' });
  });

  it('[R36.29] refuses a name whose order turns or that hides something, in records, people and the outlet', async () => {
    const errors = { name: 'Name has characters that Atoll cannot use. Type it again' };
    const user = { key: crypto.randomUUID(), email: 'new@reef.example', password: 'correct horse', role: 'User' };
    for (const name of ['Ai\u202esha', '\u2067Aisha', 'Ai\u200bsha', 'Aisha\u2069', 'Ai\u00adsha']) {
      const answers = [
        await customer({ name }),
        await t.call('app_user.create', { as: admin, body: { ...user, name, outletIds: [t.cafe] } }),
        await t.call('outlet.update', { as: admin, body: { outletId: t.cafe, version: 1, name } }),
      ];
      for (const { status, body } of answers) expect([status, body.errors]).toMatchObject([422, errors]);
    }
    const people = await t.store.readOrg((db) => db.selectFrom('app_user').select('email').execute());
    expect(people.map(({ email }) => email)).not.toContain(user.email);
    const kept = await customer({ name: 'އައިޝަތު\u200d عائشة \u200f🏳️‍🌈', phone: '7771236' });
    expect([kept.status, kept.body.name]).toEqual([200, 'އައިޝަތު\u200d عائشة \u200f🏳️‍🌈']);
  });

  it('[R36.29] refuses a line break in every name of a call, and exports no cell that a reader takes for a formula', async () => {
    const item = (part: object) => ({ key: crypto.randomUUID(), menuItemId: 1, qty: 1, ...part });
    const named = (name: string) =>
      [
        ['customer.create', { name, phone: '7771238' }, 'name'],
        ['app_user.create', { name, email: 'n@reef.example', role: 'User', outletIds: [t.cafe] }, 'name'],
        [
          'app_user.create',
          { name: 'New', jobTitle: name, email: 'n@reef.example', role: 'User', outletIds: [t.cafe] },
          'jobTitle',
        ],
        ['outlet.update', { outletId: t.cafe, version: 1, name }, 'name'],
        ['menu.create', { name }, 'name'],
        ['category.create', { name, menuIds: [] }, 'name'],
        ['vendor.create', { name }, 'name'],
        ['storage.create', { name }, 'name'],
        ['bill.create', { type: 'Table', slot: '1', items: [], name }, 'name'],
        ['bill.create', { type: 'Table', slot: '1', items: [], customer: { name } }, 'customer.name'],
        ['bill.create', { type: 'Table', slot: '1', items: [item({ size: name })] }, 'items.0.size'],
        [
          'bill.create',
          { type: 'Table', slot: '1', items: [item({ modifiers: [{ optionId: 1, name, priceDelta: 0 }] })] },
          'items.0.modifiers.0.name',
        ],
        ['bill.taxInvoice', { billId: 1, buyer: { name, address: 'Male', tin: '1' } }, 'buyer.name'],
        ['shift.cash', { shiftId: 1, kind: 'Out', amount: 1, reason: 'Bread', payee: name }, 'payee'],
      ] as const;
    for (const lineBreak of ['\n', '\r', '\r\n', '\u000b', '\u0085', '\u2028', '\u2029', '\t'])
      for (const [call, body, field] of named(`Ai${lineBreak}sha`)) {
        const answer = await t.call(call, { as: admin, body: { key: crypto.randomUUID(), ...body } });
        const about = `${call} ${field} ${JSON.stringify(lineBreak)}`;
        expect([answer.status, Object.keys(answer.body.errors ?? {})], about).toEqual([422, [field]]);
      }
    const formulas = ['=1+1', 'a;=1+1', '＝1+1', '+1', '@sum', '-1+1', ' =1', "'=1"];
    for (const [i, name] of formulas.entries()) {
      const { status } = await customer({ name: `${name} x`, note: `b\t=2\n=3`, phone: `77723${10 + i}` });
      expect(status, name).toBe(200);
    }
    const file = (await t.call('customer.export', { as: admin })).raw.rawPayload.toString('utf8');
    for (const reader of [',', ';', '\t']) {
      const cells = file.replaceAll('"', '').split(new RegExp(`[\\r\\n${reader}]`));
      expect(
        cells.filter((cell) => /^[ \u00a0\u3000]*[=+\-@＝＋－＠]/.test(cell)),
        reader,
      ).toEqual([]);
    }
    for (const name of formulas.slice(0, 3)) expect(file).toContain(`'${name.replace('a;', '')} x`);
  });

  it('[R35.91] takes line breaks and tabs where a text has several lines', async () => {
    const answer = await customer({ note: 'Two\nlines\tand a tab', phone: '7771235' });
    expect([answer.status, answer.body.note]).toEqual([200, 'Two\nlines\tand a tab']);
  });
});

const card = '5555 5555 5555 4444';

type Path = readonly (string | number)[];

/** Returns the paths of a body's texts of a field. */
function pathsOf(value: unknown, field: string, path: Path = []): Path[] {
  if (typeof value === 'string') return path.findLast((part) => typeof part === 'string') === field ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((each, place) => pathsOf(each, field, [...path, place]));
  return Object.entries(value ?? {}).flatMap(([part, each]) => pathsOf(each, field, [...path, part]));
}

/** Returns a copy of a body with this text at a path. */
function withText(body: unknown, [first = '', ...rest]: Path, text: string): unknown {
  const copy = structuredClone(body) as Record<string | number, unknown>;
  copy[first] = rest.length === 0 ? text : withText(copy[first], rest, text);
  return copy;
}

interface Typed {
  readonly key: ContractKey;
  readonly field: string;
  /** Where the text stands, and a body that the call accepts otherwise; absent when none was found. */
  readonly path?: Path | undefined;
  readonly body?: unknown;
}

/** Returns every field of every call in which people type free text that has room for a card number. */
function typedTexts(text: string): Typed[] {
  const known = { keys: [crypto.randomUUID()], ids: [1], texts: ['10.50', 'Table', 'a@b.example', '7771234'] };
  return (Object.entries(contract) as [ContractKey, Endpoint][]).flatMap(([key, { body: schema }]) => {
    const fields = schema
      ? [...textsOf(schema)].filter(([name, room]) => room >= text.length && hasCardNumberIn(name, text))
      : [];
    if (!schema || fields.length === 0) return [];
    const bodies = fc
      .sample(wholeBodiesOf(schema, known), { numRuns: 25, seed: 7 })
      .filter((body) => z.safeParse(schema, body).success);
    return fields.map(([field]) => {
      const [found] = bodies.flatMap((body) =>
        pathsOf(body, field).map((path) => ({ body: withText(body, path, text), path })),
      );
      return { key, field, ...found };
    });
  });
}

const typed = typedTexts(card.replaceAll(' ', ''));

eachEngine('texts with card numbers', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });

  it('refuses a card number in texts of bills, customers, payments, cash and approvals by the name of the field, and stores nothing', async () => {
    const key = crypto.randomUUID();
    const open = { key, type: 'Table', slot: '1', items: [] };
    const line = { key, menuItemId: 1, qty: 1 };
    const paid = { key, method: 'Card', amount: 1000 };
    const calls = [
      ['bill.create', { ...open, note: card }, 'note'],
      ['bill.create', { ...open, note: card.replaceAll(' ', '\n') }, 'note'],
      ['bill.create', { ...open, note: '٥٥٥٥.٥٥٥٥.٥٥٥٥.٤٤٤٤' }, 'note'],
      ['bill.create', { ...open, meta: [{ key: 'Card', value: card }] }, 'meta.0.value'],
      ['bill.create', { ...open, meta: [{ key: card, value: '' }] }, 'meta.0.key'],
      ['customer.create', { key, name: `Aisha ${card}`, phone: '7771234' }, 'name'],
      ['customer.create', { key, name: 'Aisha', phone: '7771234', note: card.replaceAll(' ', '-') }, 'note'],
      ['bill.update', { ...open, items: [{ ...line, notes: ['No ice', card] }] }, 'items.0.notes.1'],
      ['bill.void', { billId: key, reason: card }, 'reason'],
      ['bill.pay', { key, payments: [{ ...paid, reference: card }] }, 'payments.0.reference'],
      ['shift.cash', { key, shiftId: 1, kind: 'Out', amount: 1000, reason: card, payee: 'Baker' }, 'reason'],
      ['shift.cash', { key, shiftId: 1, kind: 'Out', amount: 1000, reason: 'Bread', payee: card }, 'payee'],
      [
        'auth.approve',
        { permission: 'bill.void', subjectType: 'Bill', subjectKey: 'b', reason: card, approverId: 1 },
        'reason',
      ],
    ] as const;
    for (const [name, body, field] of calls) {
      const answer = await t.call(name, { as: admin, body, params: { id: '1', key } });
      expect([answer.status, answer.body.reason], name).toEqual([422, 'cardNumber']);
      expect(Object.keys(answer.body.errors as object), name).toEqual([field]);
    }
    const bills = await t.store.readOutlet(t.cafe, (db) => db.selectFrom('bill').select('key').execute());
    const customers = await t.store.readOutlet(t.cafe, (db) => db.selectFrom('customer').select('name').execute());
    expect(bills).toEqual([]);
    expect(customers.filter(({ name }) => name.includes('Aisha'))).toEqual([]);
  });

  it('[R36.14] refuses a card number in every free text of every call, by the name of its field', async () => {
    expect(new Set(typed.map(({ key }) => key)).size).toBeGreaterThan(60);
    const odd: unknown[] = [];
    for (const { key, field, path, body } of typed) {
      const answer = await t.call(key, { as: admin, body, params: { id: '1', key: '1' } });
      const isRefused = answer.status === 422 && answer.body.reason === 'cardNumber';
      if (!path || !isRefused || !(path.join('.') in answer.body.errors)) odd.push([key, field, path, answer.status]);
    }
    expect(odd).toEqual([]);
  });
});
