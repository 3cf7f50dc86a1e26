import { beforeEach, expect, it } from 'vitest';
import { rememberStore } from '../sync/store-name.ts';
import { checkInAt, openTill } from '../sync/testing/till.ts';
import { cafe } from '../sync/testing/till-user.ts';
import { takeFile } from './from-file.ts';
import { put, useOutbox } from './outbox.ts';
import { entriesText } from './to-file.ts';

const item = {
  key: 'l1',
  id: null,
  name: 'Lagoon Burger',
  qty: 2,
  sellingPrice: 5000,
  modifiers: [],
  notes: [],
  discount: null,
  isVoid: false,
  isComp: false,
  serviceChargeable: true,
  gstMode: 'Exclusive',
  gstPct: 8,
};
const file = (content: unknown): Blob => new Blob([typeof content === 'string' ? content : JSON.stringify(content)]);

/** Returns the content of a file that another till saved. */
async function savedFile() {
  const made = await put({
    kind: 'create',
    billKey: 'b',
    about: { type: 'Table', slot: '3', number: null },
    body: { ...checkInAt('3', 'b'), items: [item] },
    outletId: cafe.outletId,
    userId: 9,
    userName: 'Hassan',
    deviceId: 'd',
  });
  const text = await entriesText(made, '2026-11-24T12:00:00.000Z');
  await openTill();
  rememberStore('9a1c.2');
  return JSON.parse(text) as { name: string; store: string; entries: Record<string, unknown>[] };
}

beforeEach(async () => {
  await openTill();
  rememberStore('9a1c.1');
});

it('adds the entries of a file once, as work that may have reached the server, signed by the till that saved it', async () => {
  const content = await savedFile();
  // The server was restored since: it is the same shop.
  expect(await takeFile(file(content))).toEqual({ added: 1, known: 0 });
  const [entry] = useOutbox.getState().entries;
  expect(entry).toMatchObject({ key: content.entries[0]?.['key'], userId: 9, userName: 'Hassan', tries: 1 });
  expect(entry?.madeOn).toMatch(/^d,[\w-]{100,200},[\w-]{80,100}$/);
  expect(await takeFile(file(content))).toEqual({ added: 0, known: 1 });
  expect(useOutbox.getState().entries).toHaveLength(1);
  // The signature is that of the first till, wherever the work goes next.
  const again = JSON.parse(await entriesText(useOutbox.getState().entries, '')) as typeof content;
  expect(again.entries[0]?.['madeOn']).toBe(entry?.madeOn);
});

it('adds nothing of a file of another shop, without a shop, or with work that a till cannot show', async () => {
  const content = await savedFile();
  const [entry = {}] = content.entries;
  const withBody = (body: unknown) => ({ ...content, entries: [entry, { ...entry, key: 'k2', body }] });
  const refused: readonly (readonly [unknown, string])[] = [
    [{ ...content, store: 'other' }, 'otherShop'],
    [{ ...content, store: undefined }, 'noShop'],
    ['{', 'notAFile'],
    ['null', 'notAFile'],
    [{ ...content, name: 'Invoices' }, 'notAFile'],
    [{ ...content, entries: [{ ...entry, kind: 'toString' }] }, 'notAFile'],
    [{ ...content, entries: [{ ...entry, madeAt: 'then' }] }, 'notAFile'],
    [{ ...content, entries: [{ ...entry, outletId: '1' }] }, 'notAFile'],
    [withBody(null), 'notAFile'],
    [withBody({ items: [{ ...item, modifiers: 1 }] }), 'notAFile'],
    [withBody({ payments: [{ key: 'p', amount: '5' }] }), 'notAFile'],
  ];
  for (const [one, problem] of refused) expect(await takeFile(file(one)), JSON.stringify(one)).toEqual({ problem });
  expect(useOutbox.getState().entries).toEqual([]);
});
