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
import { copyRecipes } from './recipe-target.ts';
import { type CopySource, definitionOf, placeOf, readSource } from './source.ts';
import { CopyTarget, findSame } from './target.ts';

type Wanted = BodyOf<typeof previewContract>;

interface Place {
  readonly id: number;
  readonly name: string;
}

/** Returns the target outlets. Refused: 'forbidden' unless the caller works in each and may write there, 'invalid', 'notFound'. */
async function targetsOf(store: Store, actor: Actor, { table, outletIds, withRecipes }: Wanted): Promise<Place[]> {
  const contents = table === 'menu' ? ['category', 'menu_item'] : [];
  for (const written of [table, ...contents, ...(withRecipes ? ['inventory_item'] : [])]) {
    const { screen, action } = definitionOf(written);
    if (!actor.permissions.has(screen) || (action && !actor.permissions.has(action))) throw refused('forbidden');
  }
  if (withRecipes && !actor.permissions.has('menu.edit')) throw refused('forbidden');
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
  const source = await readSource(store, actor.outletId, wanted);
  const outlets: CopyPreview['outlets'] = [];
  for (const { id: outletId, name } of targets) {
    const conflicts = await store.readOutlet(outletId, async (db) => {
      const names: string[] = [];
      for (const { table, id } of source.requested) {
        const definition = definitionOf(table);
        const values = source.records.get(placeOf(table, id)) ?? {};
        const same = await findSame(resourceDb(db), outletId, definition, values);
        if (same) names.push(String(same[definition.label] || same['phone']));
      }
      return names;
    });
    outlets.push({ outletId, name, fresh: source.requested.length - conflicts.length, conflicts });
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
  const source = await readSource(store, actor.outletId, wanted);
  const outlets: CopyResult['outlets'] = [];
  for (const { id: outletId, name } of targets) {
    const there = { ...actor, outletId };
    const copied = store.writeOutlet(outletId, async (tx) => {
      const target = new CopyTarget(tx, there, resources, source);
      for (const { table, id } of source.requested) await target.take(table, id, wanted.onConflict);
      await copyRecipes(tx, there, target, source, wanted.onConflict);
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
const inOutlet = ({ reason, message, details, errors }: Refusal, name: string): Refused =>
  refused(reason, { details: `${name}: ${details ?? message}`, ...(errors && { errors }) });
