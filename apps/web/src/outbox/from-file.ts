/** Takes unsynced work from a file that another till, or this one at another address, saved. Source: R31.18. */
import { inStores } from '../storage/idb.ts';
import { currentStore, storeNameOf } from '../sync/store-name.ts';
import { type OutboxEntry, outboxCalls, untried } from './entry.ts';
import { announce, markWaiting, wakeOutbox } from './outbox.ts';
import { fileName } from './to-file.ts';
import { type StoredEntry, upgradedEntry } from './upgrade.ts';

/** How many entries were added, and how many this till has or sent already; or why nothing was. */
export type FromFile =
  | { readonly added: number; readonly known: number }
  | { readonly problem: 'notAFile' | 'otherShop' | 'noShop' };

/** A file of a till that was away for days is far smaller. */
const maxFileBytes = 50_000_000;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isIn = (fields: Fields, names: readonly string[], has: (value: unknown) => boolean): boolean =>
  names.every((name) => has(fields[name]));
const isList = (value: unknown, has: (one: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isFields(one) && has(one));

/** Returns whether a till can show the body; the server judges the rest. */
function isBody(body: unknown): body is Fields {
  if (!isFields(body)) return false;
  const { items = [], payments = [], amount = 0 } = body;
  const isItem = (item: Fields): boolean =>
    isIn(item, ['key', 'name'], isText) &&
    isIn(item, ['qty', 'sellingPrice'], Number.isFinite) &&
    isIn(item, ['modifiers', 'notes'], Array.isArray);
  return (
    isList(items, isItem) &&
    isList(payments, (one) => isText(one['key']) && Number.isSafeInteger(one['amount'])) &&
    Number.isFinite(amount)
  );
}

function isEntry(value: unknown): value is StoredEntry {
  if (!isFields(value)) return false;
  const { kind, billKey, madeAt, body, about = null } = value;
  return (
    isText(kind) &&
    Object.hasOwn(outboxCalls, kind) &&
    isIn(value, ['key', 'userName', 'deviceId'], isText) &&
    isIn(value, ['outletId', 'userId'], Number.isSafeInteger) &&
    isText(madeAt) &&
    !Number.isNaN(Date.parse(madeAt)) &&
    (billKey === null || isText(billKey)) &&
    (about === null || (isFields(about) && isIn(about, ['type', 'slot'], isText))) &&
    isBody(body)
  );
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    // Whatever it is, it is no file of a till.
    return null;
  }
}

/** Returns an entry as it waits on this till: whoever made it, it may have reached the server. */
const waiting = ({ tries, edition, ...entry }: OutboxEntry): Omit<OutboxEntry, 'seq'> => {
  const { seq: _seq, ...rest } = entry;
  return { ...rest, ...untried, tries: Math.max(1, Number(tries) || 0), edition: Number(edition) || 0 };
};

/** Adds entries in their order, but none that this till has or sent already. Returns their number. */
const addEntries = (added: readonly Omit<OutboxEntry, 'seq'>[]): Promise<number> =>
  inStores<number>(
    ['outbox', 'sent'],
    'readwrite',
    (store, answer) => {
      const outbox = store('outbox');
      const sent = store('sent').getAllKeys();
      const waits = outbox.getAll() as IDBRequest<StoredEntry[]>;
      // The requests of a transaction end in their order.
      waits.onsuccess = () => {
        const known = new Set<IDBValidKey>([...sent.result, ...waits.result.map(({ key }) => key)]);
        const fresh = added.filter(({ key }) => !known.has(key) && known.add(key));
        for (const entry of fresh) outbox.add(entry);
        answer(fresh.length);
      };
    },
    'strict',
  );

/** Adds the entries of a file to the outbox, with their makers and keys, unless this till has or sent them already, and sends them. */
export async function takeFile(file: Blob): Promise<FromFile> {
  const content = file.size > maxFileBytes ? null : parsed(await file.text());
  const entries: unknown = content?.['entries'];
  if (content?.['name'] !== fileName || !Array.isArray(entries) || !entries.every(isEntry))
    return { problem: 'notAFile' };
  const { store } = content;
  if (!isText(store)) return { problem: 'noShop' };
  const current = currentStore();
  if (current === null || storeNameOf(current) !== store) return { problem: 'otherShop' };
  const added = await addEntries(entries.map((entry) => waiting(upgradedEntry(entry))));
  markWaiting();
  await announce({ type: 'changed' });
  void wakeOutbox();
  return { added, known: entries.length - added };
}
