/** Looks at the things of the server each minute, and keeps since when each is as it is. Source: R31.42. */
import { type CareFacts, type CareItem, careOf } from '@atoll/domain/trust/care';
import { releasedAt } from '../../platform/config/version.ts';
import { readSpace } from '../../platform/disk/space.ts';
import type { Services } from '../../platform/http/services.ts';
import { listBackups } from '../../platform/store/sqlite/backup-list.ts';
import { readLeaf } from '../../platform/tls/certificate.ts';
import type { Tls } from '../../platform/tls/tls.ts';
import type { TillWatch } from '../till/service.ts';

export interface CareParts {
  readonly tls: Tls | undefined;
  readonly tills: TillWatch;
  /** By how much the clock is behind the newest record, ms. */
  readonly clockBehindMs: () => number;
}

export type CareNow = CareItem & { readonly since: string };

/** The weekly check of the store writes its result under this name. */
const checkedMark = 'store-checked';

/** Creates the function that looks at everything now. It keeps each change of a level; without the store it says so. */
export function createCare({ store, config, clock }: Services, parts: CareParts): () => Promise<CareNow[]> {
  const startedAt = clock();
  let waitingSince: number | null = null;

  const tillsNow = (now: number): CareFacts['tills'] => {
    const waiting = parts.tills.waiting();
    const [entries, amount] = [
      waiting.reduce((sum, one) => sum + one.entries, 0),
      waiting.reduce((sum, one) => sum + one.amount, 0),
    ];
    waitingSince = entries === 0 ? null : (waitingSince ?? now);
    return { entries, amount, since: waitingSince ?? now };
  };

  const facts = (now: number, database: CareFacts['database']): CareFacts => ({
    disk: readSpace(config.dataDir),
    ...(store.engine === 'sqlite' && {
      backup: { newestAt: listBackups(config.dataDir)[0]?.at ?? null, startedAt },
    }),
    ...(parts.tls && {
      certificate: { to: readLeaf(parts.tls.pair().cert).to, problem: parts.tls.problem() !== null },
    }),
    clockBehindMs: Math.max(parts.clockBehindMs(), releasedAt - now),
    database,
    tills: tillsNow(now),
  });

  const checked = () =>
    store.readOrg((db) => db.selectFrom('secret').select('value').where('name', '=', checkedMark).executeTakeFirst());

  /** Returns since when each item has its level, and writes the changes. */
  const keep = (items: readonly CareItem[], now: number): Promise<ReadonlyMap<string, number>> =>
    store.writeOrg(async (db) => {
      const since = new Map<string, number>();
      for (const { item, level } of items) {
        const last = await db
          .selectFrom('care_event')
          .select(['level', 'at'])
          .where('item', '=', item)
          .orderBy('at', 'desc')
          .limit(1)
          .executeTakeFirst();
        // The clock may have been set back since.
        const at = last?.level === level ? last.at : Math.max(now, (last?.at ?? 0) + 1);
        if (last?.level !== level) await db.insertInto('care_event').values({ item, level, at }).execute();
        since.set(item, Math.min(at, now));
      }
      return since;
    });

  return async () => {
    const now = clock();
    let database: CareFacts['database'] = 'right';
    try {
      const result = await checked();
      if (result && result.value !== 'ok') database = 'damaged';
    } catch {
      // Care says that the database does not answer.
      database = 'away';
    }
    const items = careOf(facts(now, database), now);
    const since = database === 'away' ? new Map<string, number>() : await keep(items, now);
    return items.map((one) => ({ ...one, since: new Date(since.get(one.item) ?? now).toISOString() }));
  };
}
