/** The price rules of an outlet at each version. Source: R21.23, docs/rules.md#price-lists. */
import type { ChoiceGroup } from '@atoll/domain/price/choice-group';
import type { Promotion } from '@atoll/domain/price/promotion';
import {
  noPriceRules,
  type PriceChangePlan,
  type PriceList,
  type PriceRules,
  type SharedCodes,
} from '@atoll/domain/price/rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';

/** Returns the version of the rules now; 0 while there are none. */
export async function pricesVersion(db: Kysely<Database>, outletId: number): Promise<number> {
  const row = await db.selectFrom('outlet').select('prices_version').where('id', '=', outletId).executeTakeFirst();
  return row?.prices_version ?? 0;
}

/** Returns the rules of an outlet as of a version. */
export async function readPriceRules(db: Kysely<Database>, outletId: number, version: number): Promise<PriceRules> {
  if (version === 0) return noPriceRules;
  const rows = await db
    .selectFrom('price_rule_version as one')
    .select(['one.kind', 'one.rule'])
    .where('one.outlet_id', '=', outletId)
    .where('one.version', '<=', version)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('price_rule_version as later')
            .select('later.version')
            .where('later.outlet_id', '=', outletId)
            .whereRef('later.kind', '=', 'one.kind')
            .whereRef('later.rule_id', '=', 'one.rule_id')
            .whereRef('later.version', '>', 'one.version')
            .where('later.version', '<=', version),
        ),
      ),
    )
    .orderBy('one.version')
    .execute();
  const rulesOf = (kind: RuleKind) => rows.flatMap((row) => (row.kind === kind && row.rule ? [row.rule] : []));
  const promotions = rulesOf('Promotion') as Promotion[];
  const choices = rulesOf('Choice') as ChoiceGroup[];
  const codes = rulesOf('Codes') as SharedCodes[];
  return {
    version,
    lists: rulesOf('List') as PriceList[],
    changes: rulesOf('Change') as PriceChangePlan[],
    ...(promotions.length > 0 && { promotions }),
    ...(choices.length > 0 && { choices }),
    ...(codes.length > 0 && { codes }),
  };
}

/** Rules that a till had, and when they were replaced (epoch ms); null for the present ones. */
export interface KnownRules {
  readonly rules: PriceRules;
  readonly replacedAt: number | null;
}

/** Returns the rules of some versions, by version; one that never was is left out. */
export async function rulesOfVersions(
  tx: OutletTx,
  now: PriceRules,
  versions: Iterable<number>,
): Promise<ReadonlyMap<number, KnownRules>> {
  const known = new Map<number, KnownRules>([[now.version, { rules: now, replacedAt: null }]]);
  const { outletId } = tx.head;
  for (const version of versions) {
    if (known.has(version) || version > now.version || version < 0) continue;
    const found = await tx.remember(`price rules ${version}`, async () => {
      const next = await tx.db
        .selectFrom('price_rule_version')
        .select('at')
        .where('outlet_id', '=', outletId)
        .where('version', '=', version + 1)
        .executeTakeFirst();
      return next && { rules: await readPriceRules(tx.db, outletId, version), replacedAt: next.at };
    });
    if (found) known.set(version, found);
  }
  return known;
}

type RuleKind = 'List' | 'Change' | 'Promotion' | 'Choice' | 'Codes';

interface RuleWrite {
  readonly kind: RuleKind;
  readonly id: number;
  /** null: it does not count. */
  readonly rule: PriceList | PriceChangePlan | Promotion | ChoiceGroup | SharedCodes | null;
}

/** Writes a rule as the next version of the outlet's rules and tells the tills. The same rule again changes nothing. */
export async function writeRule(tx: OutletTx, { kind, id, rule }: RuleWrite): Promise<void> {
  const outlet_id = tx.head.outletId;
  const last = await tx.db
    .selectFrom('price_rule_version')
    .select('rule')
    .where('outlet_id', '=', outlet_id)
    .where('kind', '=', kind)
    .where('rule_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const text = rule && JSON.stringify(rule);
  if (text === (last?.rule ? JSON.stringify(last.rule) : null)) return;
  const version = (await pricesVersion(tx.db, outlet_id)) + 1;
  tx.write(
    tx.db.insertInto('price_rule_version').values({ outlet_id, version, kind, rule_id: id, rule: text, at: tx.now }),
  );
  tx.write(tx.db.updateTable('outlet').set({ prices_version: version }).where('id', '=', outlet_id));
  // The device that changed the list sells by it too, so it is told like the others.
  tx.change({ entity: 'Settings', id: null, version, action: 'Updated' });
}
