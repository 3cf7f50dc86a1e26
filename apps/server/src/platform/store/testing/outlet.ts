/** An outlet for tests. */
import type { SlotType } from '@atoll/domain/outlet/outlet';
import type { Insertable } from 'kysely';
import type { OutletTable } from '../schema/schema.ts';
import type { Store } from '../store.ts';

const since = '2023-01-01T00:00:00.000Z';
const slotType = (type: SlotType['type'], slotCount: number, serviceChargePct: number): SlotType => ({
  type,
  slotCount,
  rates: [{ from: since, serviceChargePct, gstPct: 8 }],
});

/** Table, Delivery and Takeaway as the specification has them, and a counter. */
export const testSlotTypes: readonly SlotType[] = [
  slotType('Table', 41, 10),
  slotType('Delivery', 41, 0),
  slotType('Takeaway', 41, 0),
  slotType('Counter', 24, 0),
];

/** Creates an outlet and returns its id. */
export async function addOutlet(store: Store, more: Partial<Insertable<OutletTable>> = {}): Promise<number> {
  const { id } = await store.writeOrg((db) =>
    db
      .insertInto('outlet')
      .values({
        name: 'Reef',
        business_type: 'Restaurant',
        slot_types: JSON.stringify(testSlotTypes),
        features: '[]',
        logo: null,
        created_at: 0,
        modified_at: 0,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}
