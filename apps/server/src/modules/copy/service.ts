/** 'Copy to outlet…': the preview of conflicts, and the copy itself, all or nothing for each outlet. Source: docs/rules.md#entities. */
import type {
  CopyPreview,
  CopyResult,
  copyRecords as copyContract,
  previewCopy as previewContract,
} from '@atoll/domain/contract/outlet/copy';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { invalid } from '../../resource/check.ts';
import type { Resource } from '../../resource/hooks.ts';
import { resourceDb } from '../../resource/row.ts';
import { type CopySource, definitionOf, placeOf, readSource } from './source.ts';
import { CopyTarget, findSame } from './target.ts';

type Wanted = BodyOf<typeof previewContract>;

interface Place {
  readonly id: number;
  readonly name: string;
}

/** Returns the target outlets. Refused: 'forbidden' unless the caller works in each and may write there, 'invalid', 'notFound'. */
async function targetsOf(store: Store, actor: Actor, { table, outletIds }: Wanted): Promise<Place[]> {
  const { screen, action } = definitionOf(table);
  if (!actor.permissions.has(screen) || (action && !actor.permissions.has(action))) throw refused('forbidden');
  if (outletIds.includes(actor.outletId)) throw invalid({ outletIds: 'Choose another outlet' });
  const ids = [...new Set(outletIds)];
  if (ids.some((id) => !actor.outlets.includes(id))) throw refused('forbidden');
  const found = await store.readOrg((db) =>
    db.selectFrom('outlet').select(['id', 'name']).where('id', 'in', ids).where('is_active', '=', true).execute(),
  );
  if (found.length < ids.length) throw refused('notFound');
  return ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
}

/** Returns what is new in each outlet and what exists there already. Refused: 'forbidden', 'notFound', 'invalid'. */
export async function previewCopy(store: Store, actor: Actor, wanted: Wanted): Promise<CopyPreview> {
  const targets = await targetsOf(store, actor, wanted);
  const definition = definitionOf(wanted.table);
  const source = await readSource(store, actor.outletId, wanted.table, wanted.ids);
  const outlets: CopyPreview['outlets'] = [];
  for (const { id: outletId, name } of targets) {
    const conflicts = await store.readOutlet(outletId, async (db) => {
      const names: string[] = [];
      for (const id of new Set(wanted.ids)) {
        const same = await findSame(
          resourceDb(db),
          outletId,
          definition,
          source.records.get(placeOf(wanted.table, id)) ?? {},
        );
        if (same) names.push(String(same[definition.label] || same['phone']));
      }
      return names;
    });
    outlets.push({ outletId, name, fresh: new Set(wanted.ids).size - conflicts.length, conflicts });
  }
  return { outlets };
}

function copyPictures(tx: OutletTx, actor: Actor, { pictures }: CopySource): void {
  for (const picture of pictures)
    tx.write(
      tx.db
        .insertInto('file')
        .values({ outlet_id: actor.outletId, name: '', ...picture, created_at: tx.now, created_by: actor.userId })
        .onConflict((conflict) => conflict.doNothing()),
    );
}

/** Copies the records to one outlet after another. Refused: 'forbidden', 'notFound', 'invalid' with the outlet and what is wrong there. */
export async function copyRecords(
  store: Store,
  actor: Actor,
  resources: ReadonlyMap<string, Resource>,
  wanted: BodyOf<typeof copyContract>,
): Promise<CopyResult> {
  const targets = await targetsOf(store, actor, wanted);
  const source = await readSource(store, actor.outletId, wanted.table, wanted.ids);
  const outlets: CopyResult['outlets'] = [];
  for (const { id: outletId, name } of targets) {
    const there = { ...actor, outletId };
    const copied = store.writeOutlet(outletId, async (tx) => {
      const target = new CopyTarget(tx, there, resources, source);
      for (const id of new Set(wanted.ids)) await target.take(wanted.table, id, wanted.onConflict);
      copyPictures(tx, there, source);
      return target.count;
    });
    const count = await copied.catch((error: unknown) => {
      throw error instanceof Refused ? inOutlet(error.refusal, name) : error;
    });
    outlets.push({ outletId, name, ...count });
  }
  return { outlets };
}

/** Adds the name of the outlet to a refusal. */
const inOutlet = ({ reason, details, errors }: Refusal, name: string): Refused =>
  refused(reason, { details: `${name}: ${details}`, ...(errors && { errors }) });
