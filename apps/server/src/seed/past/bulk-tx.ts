/**
 * A transaction in which the services of the tills open and pay bills while it collects their rows: each bill is
 * written once, in its final state, and each sum of a day once. History is chained as usual. The change log is left
 * out, because it holds only the last 48 hours.
 */
import type { Kysely } from 'kysely';
import {
  billByKey,
  billInSlot,
  billOfJoinedSlot,
  insertBill,
  insertPayment,
  insertSoldItems,
  insertTaxInvoice,
  paymentByKey,
  updateBill,
  updateOpenBill,
} from '../../modules/bill/read/queries.ts';
import type { Engine } from '../../platform/store/engine.ts';
import { nextHistoryRow } from '../../platform/store/outlet/history.ts';
import { Prepared } from '../../platform/store/prepared.ts';
import { AddedSums } from '../../platform/store/prepared-rows.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { HistoryNote, OutletHead, OutletTx } from '../../platform/store/store.ts';
import { bulkInsert } from './bulk-insert.ts';

type Values = Record<string, unknown>;

export class BulkTx implements OutletTx {
  now: number;
  readonly #tx: OutletTx;
  readonly #ids: readonly number[];
  #idsTaken = 0;
  readonly #bills = new Map<unknown, Values>();
  readonly #billsByKey = new Map<unknown, Values>();
  readonly #payments: Values[] = [];
  readonly #sold: Values[] = [];
  readonly #taxInvoices: Values[] = [];
  readonly #history: Values[] = [];
  readonly #sums = new Map<string, { query: AddedSums<Values>; row: Values }>();

  /** `ids`: one for each bill that will be opened. */
  constructor(tx: OutletTx, ids: readonly number[]) {
    this.#tx = tx;
    this.#ids = ids;
    this.now = tx.now;
  }

  get clockNow(): number {
    return this.now;
  }

  get engine(): Engine {
    return this.#tx.engine;
  }

  get head(): OutletHead {
    return this.#tx.head;
  }

  get db(): Kysely<Database> {
    return this.#tx.db;
  }

  async load<P extends object, R>(query: Prepared<P, R>, params: P): Promise<R[]> {
    const asked: unknown = query;
    if (asked === billInSlot || asked === billOfJoinedSlot || asked === paymentByKey) return [];
    if (asked !== billByKey) return this.#tx.load(query, params);
    const row = this.#billsByKey.get((params as Values)['key']);
    if (row === undefined) return [];
    const parsed = (name: string): unknown => JSON.parse(String(row[name]));
    return [{ doc: parsed('doc'), print_jobs: parsed('print_jobs'), moved_keys: parsed('moved_keys') } as R];
  }

  write(query: unknown, params?: object): void {
    const row = params as Values | undefined;
    if (!(query instanceof Prepared) || row === undefined) throw new Error('This is not written in bulk');
    if (query === insertBill) this.#keepBill(row);
    else if (query === updateBill || query === updateOpenBill)
      this.#keepBill({ ...this.#bills.get(row['id']), ...row });
    else if (query === insertPayment) this.#payments.push(row);
    else if (query === insertTaxInvoice) this.#taxInvoices.push(row);
    else throw new Error('This is not written in bulk');
  }

  writeRows(query: unknown, rows: readonly object[]): void {
    if (query === insertSoldItems) this.#sold.push(...(rows as Values[]));
    else if (query instanceof AddedSums) for (const row of rows as Values[]) this.#add(query as AddedSums<Values>, row);
    else throw new Error('These are not written in bulk');
  }

  async nextId(): Promise<number> {
    const id = this.#ids[this.#idsTaken];
    if (id === undefined) throw new Error('More bills are opened than were announced');
    this.#idsTaken += 1;
    return id;
  }

  change(): void {}

  history(note: HistoryNote): void {
    this.#history.push(nextHistoryRow(this.head, note, this.now) as unknown as Values);
  }

  async remember<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = await this.#tx.remember(name, read);
    // Past bills use none of today's stock.
    return name === 'stock terms' ? { ...known, isOn: false } : known;
  }

  /** Writes the collected rows. */
  flush(): void {
    bulkInsert(this.#tx, 'bill', [...this.#bills.values()]);
    bulkInsert(this.#tx, 'payment', this.#payments);
    bulkInsert(this.#tx, 'tax_invoice', this.#taxInvoices);
    bulkInsert(this.#tx, 'sold_item', this.#sold);
    bulkInsert(this.#tx, 'history', this.#history);
    for (const { query, row } of this.#sums.values()) this.#tx.writeRows(query, [row]);
  }

  #keepBill(row: Values): void {
    this.#bills.set(row['id'], row);
    this.#billsByKey.set(row['key'], row);
  }

  #add(query: AddedSums<Values>, row: Values): void {
    const place = [query.table, ...query.keys.map((name) => String(row[name]))].join(' ');
    const known = this.#sums.get(place)?.row;
    if (known === undefined) {
      this.#sums.set(place, { query, row: { ...row } });
      return;
    }
    for (const [name, value] of Object.entries(row))
      known[name] = query.sums.includes(name) ? Number(known[name]) + Number(value) : value;
  }
}
