/**
 * The import of a file: all rows are checked first, then all are written. If writing fails, nothing of it stays. Rows with mistakes are left out only
 * when the person agreed to it. Source: R35.52, R35.54, docs/rules.md#csv.
 */
import { createHash } from 'node:crypto';
import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import type { FindId } from '@atoll/domain/resources/csv/cell';
import { unmadeCategories } from '@atoll/domain/resources/csv/check-table';
import { makesMissing } from '@atoll/domain/resources/csv/column';
import type { BadRow } from '@atoll/domain/resources/csv/file-row';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { createIn, updateIn } from '../../resource/write.ts';
import { type Made, makeCategories, refuseCategories } from './categories.ts';
import { type Planning, planRows, type RowPlan } from './plan-row.ts';
import { readChunks, readFindId, type TextSource } from './read-rows.ts';
import { type Changed, takeBack } from './take-back.ts';

/** Bad rows that are reported, at most; the others are only counted. */
const maxReported = 10_000;
/** Changed records that are shown, at most. */
const maxChanges = 500;

/** How a person wants a file to be imported. */
export interface ImportOptions {
  /** The field of each column in its order, '' for one that is left out; absent: by their headings. */
  readonly columns?: readonly string[] | undefined;
  readonly makesMissing?: boolean;
  readonly leavesOut?: boolean;
  /** The plan of the preview that the person saw. */
  readonly plan?: string | undefined;
}

export interface ImportTask extends ImportOptions {
  readonly store: Store;
  readonly actor: Actor;
  readonly resource: Resource;
  /** All entities: an import of items may make categories. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly source: TextSource;
  readonly isPreview: boolean;
  /** Called after each chunk with the numbers of checked and written rows; returning false stops the import. */
  readonly onProgress?: (checked: number, written: number) => Promise<boolean>;
}

/** What the check found: the result, and per row what was decided, by which the writing sees that the store changed in between. */
interface Checked {
  readonly result: ImportResult;
  readonly decided: ReadonlyMap<number, string>;
  readonly categories: readonly string[];
}

/** Returns a search for references that notes the names of categories it did not find. */
function noting(known: FindId, unknown: Set<string>): FindId {
  return (entity, name) => {
    const id = known(entity, name);
    if (id === undefined && entity === 'category') unknown.add(name.trim());
    return id;
  };
}

/** Returns the chunks of the file, and what plans them. `unknown` collects the categories that do not exist. */
async function openFile(task: ImportTask, unknown: Set<string> = new Set()) {
  const { store, actor, resource, source, columns } = task;
  const { definition } = resource;
  const known = await readFindId(store, actor.outletId, definition);
  const canMake = definition.fields.some(makesMissing);
  const makes = task.makesMissing === true && canMake;
  const categories = unmadeCategories(known);
  const findId = makes ? categories.findId : canMake ? noting(known, unknown) : known;
  const { permissions } = actor;
  const chunks = readChunks({ source, definition, columns, permissions, makesMissing: makes, findId });
  const planning: Planning = { actor, resource, categories, makesMissing: makes, seen: new Map() };
  return { chunks, planning };
}

const decisionOf = (plan: RowPlan): string => (plan.kind === 'change' ? `change ${plan.body.version}` : plan.kind);

/** Collects the plans of all rows. */
function createTally() {
  const hash = createHash('sha256');
  const counts = { new: 0, change: 0, same: 0, bad: 0 };
  const bad: BadRow[] = [];
  const changes: NonNullable<ImportResult['changes']> = [];
  const categories = new Map<string, string>();
  const decided = new Map<number, string>();
  let badCount = 0;
  return {
    add(plan: RowPlan): void {
      counts[plan.kind] += 1;
      decided.set(plan.row, decisionOf(plan));
      hash.update(JSON.stringify(plan));
      if (plan.kind === 'bad') {
        badCount += plan.bad.length;
        bad.push(...plan.bad.slice(0, maxReported - bad.length));
      }
      if (plan.kind === 'change' && changes.length < maxChanges) changes.push(plan.change);
      if (plan.kind === 'new' || plan.kind === 'change')
        for (const name of plan.categories) categories.set(name.toLowerCase(), name);
    },
    end(rows: number, unknown: ReadonlySet<string>, makes: boolean): Checked {
      const named = makes ? [...categories.values()] : [...unknown];
      const result: ImportResult = {
        rows,
        good: rows - badCount,
        bad: bad.toSorted((one, other) => one.row - other.row) as ImportResult['bad'],
        created: counts.new,
        changed: counts.change,
        unchanged: counts.same,
        changes,
        categories: named,
        plan: hash.update(JSON.stringify(named)).digest('hex'),
      };
      return { result, decided, categories: makes ? named : [] };
    },
  };
}

/** Checks all rows; writes nothing. Returns null when it was stopped. */
async function checkAll(task: ImportTask): Promise<Checked | null> {
  const unknown = new Set<string>();
  const { chunks, planning } = await openFile(task, unknown);
  const tally = createTally();
  let rows = 0;
  for await (const chunk of chunks) {
    const plans = await task.store.writeOutlet(task.actor.outletId, (tx) => planRows(tx, planning, chunk));
    for (const plan of plans) tally.add(plan);
    rows += chunk.reduce((sum, { entries }) => sum + Math.max(1, entries.length), 0);
    if (task.onProgress && !(await task.onProgress(rows, 0))) return null;
  }
  const checked = tally.end(rows, unknown, planning.makesMissing);
  if (checked.categories.length > 0) refuseCategories(task.actor);
  return checked;
}

/** Thrown when the store changed between the check and the writing. */
class StaleFile extends Error {}

interface Written {
  readonly made: Made[];
  readonly changed: Changed[];
}

/** Writes one plan within a transaction. */
async function writePlan(tx: OutletTx, { actor, resource }: ImportTask, plan: RowPlan): Promise<Written> {
  const none: Written = { made: [], changed: [] };
  if (plan.kind === 'new') {
    const { id, version, createdAt } = await createIn(tx, actor, resource, plan.body);
    const isNew = version === 1 && createdAt === new Date(tx.now).toISOString();
    return isNew ? { ...none, made: [{ resource, id }] } : none;
  }
  if (plan.kind !== 'change') return none;
  const { id, version } = await updateIn(tx, actor, resource, plan.body);
  const { id: _id, version: _version, isActive, ...fields } = plan.body;
  const before = Object.fromEntries(Object.keys(fields).map((key) => [key, plan.before[key]]));
  return { ...none, changed: [{ body: { ...before, id, version }, isRestored: isActive === true }] };
}

/** Writes all rows that were found good. Returns false when it was stopped, after taking back what it had written. */
async function writeAll(task: ImportTask, { result, decided, categories }: Checked): Promise<boolean> {
  const { store, actor, resource } = task;
  const written: Written = { made: [], changed: [] };
  const undo = () => takeBack(store, actor, resource, written);
  let done = 0;
  try {
    written.made.push(...(await makeCategories(store, actor, task.resources, categories)));
    const { chunks, planning } = await openFile(task);
    for await (const chunk of chunks) {
      const good = chunk.filter(({ row }) => decided.get(row) !== 'bad');
      const parts = await store.writeOutlet(actor.outletId, async (tx) => {
        const plans = await planRows(tx, planning, good);
        // A record that the import itself just made is known when a call is repeated.
        if (plans.some((plan) => plan.kind !== 'same' && decisionOf(plan) !== decided.get(plan.row)))
          throw new StaleFile();
        return Promise.all(plans.map((plan) => writePlan(tx, task, plan)));
      });
      for (const part of parts) {
        written.made.push(...part.made);
        written.changed.push(...part.changed);
      }
      done += chunk.reduce((sum, { entries }) => sum + Math.max(1, entries.length), 0);
      if (task.onProgress && !(await task.onProgress(result.rows, done))) {
        await undo();
        return false;
      }
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return true;
}

/**
 * Imports a file, or only previews it. With mistakes in it nothing is written, unless the task leaves those rows out. Returns null when it was stopped; a
 * result with `isStale` when its plan is not the one that the person saw. Refused: 'invalid' when its first row names no column of the entity.
 */
export async function runImport(task: ImportTask): Promise<ImportResult | null> {
  const checked = await checkAll(task);
  if (!checked) return null;
  const { result } = checked;
  if (task.isPreview) return result;
  if (task.plan !== undefined && task.plan !== result.plan) return { ...result, isStale: true };
  const badCount = result.rows - result.good;
  if (badCount > 0 && !task.leavesOut) return result;
  try {
    if (!(await writeAll(task, checked))) return null;
  } catch (error) {
    if (!(error instanceof StaleFile)) throw error;
    const again = await checkAll(task);
    return again && { ...again.result, isStale: true };
  }
  return badCount > 0 ? { ...result, leftOut: badCount } : result;
}
