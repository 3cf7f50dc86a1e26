/** Reads and writes the outlet's settings. */

import type { Setting } from '@atoll/domain/contract/platform/app';
import { isSettingKey, settingDefinitions, settingOf } from '@atoll/domain/outlet/settings';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { settingProblem } from './setting-problem.ts';

async function readSettings(db: Kysely<Database>, outletId: number): Promise<Setting[]> {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'value', 'value_list'])
    .where('outlet_id', '=', outletId)
    .orderBy('key')
    .execute();
  return rows.map((row) => ({
    key: row.key,
    ...(row.value !== null && { value: row.value }),
    ...(row.value_list !== null && { values: [...row.value_list] }),
  }));
}

/** Returns the stored settings only: a setting that was never written is absent, and readers use its default. */
export function findSettings(store: Store, outletId: number): Promise<Setting[]> {
  return store.readOutlet(outletId, (db) => readSettings(db, outletId));
}

function refuseWrong(settings: readonly Setting[]): void {
  const errors: FieldErrors = {};
  for (const [index, { key, value, values }] of settings.entries()) {
    if (!isSettingKey(key))
      throw refused('settingUnknown', {
        details: named(key),
        errors: { [`${index}.key`]: `Setting '${key}' not found` },
      });
    const problem: string | undefined = settingProblem(settingDefinitions[key], value, values);
    if (problem) errors[`${index}.${value === undefined ? 'values' : 'value'}`] = `${key}: ${problem}`;
  }
  const [first] = Object.values(errors);
  if (first) throw refused('invalid', { details: first, errors });
}

/** Throws 'invalid' when the sent settings would make a ticket of the kitchen red before it is yellow. */
function refuseRedFirst(sent: readonly Setting[], before: ReadonlyMap<string, Setting>): void {
  const index = sent.findIndex(({ key }) => key === 'KitchenAmberMinutes' || key === 'KitchenRedMinutes');
  if (index < 0) return;
  const after = [...new Map([...before, ...sent.map((one) => [one.key, one] as const)]).values()];
  if (settingOf(after, 'KitchenRedMinutes') > settingOf(after, 'KitchenAmberMinutes')) return;
  const details = 'Red must come after yellow';
  throw refused('invalid', { details, errors: { [`${index}.value`]: details } });
}

function writeSetting(tx: OutletTx, { key, value, values }: Setting, userId: number): void {
  const outlet_id = tx.head.outletId;
  if (value === undefined && values === undefined) {
    tx.write(tx.db.deleteFrom('setting').where('outlet_id', '=', outlet_id).where('key', '=', key));
    return;
  }
  const row = {
    value: value ?? null,
    value_list: values ? JSON.stringify(values) : null,
    modified_at: tx.now,
    modified_by: userId,
  };
  tx.write(
    tx.db
      .insertInto('setting')
      .values({ outlet_id, key, ...row })
      .onConflict((conflict) => conflict.columns(['outlet_id', 'key']).doUpdateSet(row)),
  );
}

/** Writes the sent settings, with one history entry for each change, and returns all stored settings. Refused: 'settingUnknown', 'invalid'. */
export async function saveSettings(store: Store, actor: Actor, settings: readonly Setting[]): Promise<Setting[]> {
  refuseWrong(settings);
  await store.writeOutlet(actor.outletId, async (tx) => {
    const before = new Map((await readSettings(tx.db, actor.outletId)).map((setting) => [setting.key, setting]));
    refuseRedFirst(settings, before);
    const changed = settings.filter((setting) => {
      const { value, values } = before.get(setting.key) ?? {};
      return value !== setting.value || JSON.stringify(values) !== JSON.stringify(setting.values);
    });
    for (const setting of changed) {
      writeSetting(tx, setting, actor.userId);
      tx.history({
        subject: 'Setting',
        subjectKey: setting.key,
        action: 'Updated',
        userId: actor.userId,
        deviceId: actor.deviceId,
        before: before.get(setting.key) ?? null,
        after: setting,
      });
    }
    if (changed.length > 0) {
      tx.change(
        { entity: 'Settings', id: null, version: tx.head.termsVersion + 1, action: 'Updated' },
        actor.connectionId,
      );
    }
  });
  return findSettings(store, actor.outletId);
}
