/**
 * Records the SQL statements with which the server opens and pays bills. The bare engine then runs the same statements. The real commands run in
 * one transaction that is rolled back.
 */
import { randomUUIDv7 } from 'node:crypto';
import { rolePermissions } from '@atoll/domain/access/permission';
import { createBill, payBill } from '../../apps/server/src/modules/bill/service.ts';
import { CollectedSums, type SumRows } from '../../apps/server/src/platform/store/outlet/collected-sums.ts';
import { storeAt } from '../../apps/server/src/platform/store/outlet/group.ts';
import { saveHead } from '../../apps/server/src/platform/store/outlet/head.ts';
import { CommandTx, type TxConnection } from '../../apps/server/src/platform/store/outlet/outlet-tx.ts';
import type { OutletTx, Store } from '../../apps/server/src/platform/store/store.ts';
import { demoGoods } from '../../apps/server/src/seed/demo-goods.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The statements of one call. `head` writes the row of the outlet as it is after the call; the sums of a group are written together. */
export interface RecordedCall {
  readonly writes: readonly Statement[];
  readonly sums: SumRows;
  readonly head: Statement;
}

/** Thrown to roll the transaction back. */
class Rollback extends Error {}

/**
 * Opens and pays `bills` bills in an outlet with an open shift, and returns the statements of each call. The bills are
 * rolled back.
 */
export async function recordCalls(store: Store, outletId: number, bills: number): Promise<RecordedCall[]> {
  const goods = await demoGoods(store, outletId, outletId === 2 ? 'store' : 'cafe');
  const actor = {
    userId: 1,
    name: 'Aminath Shifa',
    outletId,
    permissions: new Set<string>(rolePermissions('User')),
    deviceId: '0192f0c1-2f4e-7cc3-98c4-dc0c0c07398f',
    connectionId: undefined,
  };
  const recorded: RecordedCall[] = [];
  const transaction = store.writeOutlet(outletId, async (tx) => {
    for (let billIndex = 0; billIndex < bills; billIndex += 1) {
      const recordingStore = storeAt(store, (_, command) => record(tx, command, recorded) as never);
      const items = [0, 1, 2].map((index) => {
        const { menuItemId = 0, size = '' } = goods[(billIndex * 3 + index * 7) % goods.length] ?? {};
        return { key: randomUUIDv7(), index, menuItemId, size, qty: 1 + (index % 2) };
      });
      const slot = String(1 + (billIndex % 20));
      const type = outletId === 2 ? 'Counter' : 'Table';
      const bill = await createBill(recordingStore, actor, { key: randomUUIDv7(), type, slot, items });
      await payBill(recordingStore, actor, {
        key: bill.key,
        payments: [{ key: randomUUIDv7(), method: 'Cash', amount: bill.total }],
        seen: { itemKeys: bill.items.map((item) => item.key), total: bill.total },
      });
    }
    throw new Rollback();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return recorded;
}

/** Runs a command of a call and adds its statements to `recorded`. */
async function record(
  tx: OutletTx,
  command: (tx: OutletTx) => Promise<unknown>,
  recorded: RecordedCall[],
): Promise<unknown> {
  const writes: Statement[] = [];
  const sums = new CollectedSums();
  const connection: TxConnection = {
    engine: tx.engine,
    db: tx.db,
    memory: {
      remember: (key: string, _version: number, _is: boolean, read: () => Promise<unknown>) =>
        tx.remember(`bench ${key}`, read),
    } as never,
    load: async (query) => (await tx.db.executeQuery(query)).rows,
    send: (query) => {
      writes.push(query);
      tx.write(query);
    },
    nextId: (table) => tx.nextId(table),
    addSums: (_outletId, query, rows) => sums.add(query, rows),
  };
  const value = await command(
    new CommandTx(connection, tx.head, { clockNow: tx.clockNow, at: tx.now }, () => tx.head.termsVersion),
  );
  const head = saveHead.with(tx.engine, { ...tx.head, invoices: JSON.stringify(tx.head.invoices) });
  recorded.push({ writes, sums: sums.rows(), head });
  return value;
}
