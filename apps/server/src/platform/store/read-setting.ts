import { type SettingKey, type SettingValue, settingOf } from '@atoll/domain/outlet/settings';
import type { Kysely } from 'kysely';
import type { Database } from './schema/schema.ts';

/** Reads one setting of an outlet, or its default. */
export async function readSettingOf<K extends SettingKey>(
  db: Kysely<Database>,
  outletId: number,
  key: K,
): Promise<SettingValue<K>> {
  const row = await db
    .selectFrom('setting')
    .select(['key', 'value', 'value_list'])
    .where('outlet_id', '=', outletId)
    .where('key', '=', key)
    .executeTakeFirst();
  const entry = row && { key, value: row.value ?? undefined, values: row.value_list ?? undefined };
  return settingOf(entry ? [entry] : [], key);
}
