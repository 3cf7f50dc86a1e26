/**
 * Changes, deactivates, restores and copies several records in one command, each with the checks, hooks and history of its own call.
 * Source: R35.53, docs/rules.md#bulk.
 */
import type { BulkRow, ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { duplicateErrors } from '../../resource/check.ts';
import type { Resource } from '../../resource/hooks.ts';
import { presentRecords } from '../../resource/present.ts';
import { findRow, hideFields } from '../../resource/read.ts';
import { type ResourceRow, resourceDb, type Values, valuesOf } from '../../resource/row.ts';
import {
  createIn,
  previewUpdate,
  type RecordChange,
  refuseUsed,
  removeIn,
  tryCreate,
  updateIn,
} from '../../resource/write.ts';

interface CopyOf {
  readonly id: number;
  /** The key of the new record. */
  readonly key: string;
  readonly name: string;
}

export interface BulkBody {
  /** Only checks, and returns what would be. */
  readonly isPreview?: boolean | undefined;
  /** Refused rows are left out; otherwise one refused row refuses all. */
  readonly isPartial?: boolean | undefined;
  readonly changes?: readonly RecordChange[] | undefined;
  readonly copies?: readonly CopyOf[] | undefined;
}

/** What is done with one record. */
interface Step {
  readonly row: ResourceRow;
  /** Returns the record as it would be, or throws why it cannot be done; writes nothing. */
  readonly check: () => Promise<ResourceRecord>;
  readonly run: () => Promise<ResourceRecord>;
}

interface Bulk {
  readonly tx: OutletTx;
  readonly actor: Actor;
  readonly resource: Resource;
}

async function presented({ tx, resource }: Bulk, row: ResourceRow): Promise<ResourceRecord> {
  const [record] = await presentRecords(resourceDb(tx.db), resource.definition, [row]);
  return record as ResourceRecord;
}

/** Returns the step of a change. A record that is to be deactivated must be as the user saw it, too. */
function changeStep(bulk: Bulk, row: ResourceRow, change: RecordChange): Step {
  const { tx, actor, resource } = bulk;
  if (change['isActive'] !== false)
    return {
      row,
      check: () => previewUpdate(tx, actor, resource, change),
      run: () => updateIn(tx, actor, resource, change),
    };
  const check = async (): Promise<ResourceRecord> => {
    if (row.is_active && row.version !== change.version)
      throw refused('versionOld', { extra: { record: await presented(bulk, row) } });
    if (row.is_active) await refuseUsed(tx, resource.definition, row.id);
    return presented(bulk, { ...row, is_active: false });
  };
  const run = async (): Promise<ResourceRecord> => {
    await removeIn(tx, actor, resource, row.id);
    return presented(bulk, { ...row, is_active: false, version: row.version + (row.is_active ? 1 : 0) });
  };
  return { row, check, run };
}

/** A copy has no barcode: two records with the same one could not be told apart. */
const own = (field: { readonly key: string; readonly unique?: true }): boolean =>
  field.unique === true || field.key === 'barcode';

/** Returns the values of a copy: what is unique is empty, and no copy is the default of its kind. */
function copiedValues(definition: ResourceDefinition, values: Values): Record<string, unknown> {
  const copied = (field: ResourceField): unknown => {
    const value = values[field.key];
    if (own(field)) return '';
    if (field.kind === 'boolean' && field.key.startsWith('isDefault')) return false;
    if (field.kind !== 'list') return value;
    const cleared: Values = Object.fromEntries((field.fields ?? []).filter(own).map(({ key }) => [key, '']));
    return (value as Values[]).map((row) => ({ ...row, ...cleared }));
  };
  const fields = definition.fields.filter((field) => !field.isReadOnly);
  return Object.fromEntries(fields.map((field) => [field.key, copied(field)]));
}

/** Returns the name of a copy, with a number when another record has it already. */
async function freeName({ tx, resource: { definition } }: Bulk, name: string): Promise<string> {
  const label = fieldOf(definition, definition.label);
  const fields = [{ ...label, unique: true as const }];
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? '' : ` ${n}`;
    const text = `${name.slice(0, (label.maxLength ?? 200) - ending.length).trim()}${ending}`;
    const db = resourceDb(tx.db);
    const taken = await duplicateErrors(db, tx.head.outletId, definition, fields, { [label.key]: text }, 0);
    if (!taken[label.key]) return text;
  }
}

/** Returns the step that copies a record, once per key. */
function copyStep(bulk: Bulk, row: ResourceRow, { key, name }: CopyOf): Step {
  const { tx, actor, resource } = bulk;
  const { definition } = resource;
  const bodyOf = async () => ({
    ...copiedValues(definition, valuesOf(definition, row)),
    [definition.label]: await freeName(bulk, name),
    key: key.toLowerCase(),
  });
  const made = () => findRow(resourceDb(tx.db), tx.head.outletId, definition, key);
  const check = async (): Promise<ResourceRecord> => {
    const known = await made();
    if (known) return presented(bulk, known);
    const body = await bodyOf();
    await tryCreate(tx, actor, resource, body);
    const record = await presented(bulk, row);
    return { ...record, ...body, id: row.id, version: 1 };
  };
  const run = async (): Promise<ResourceRecord> => {
    const known = await made();
    return known ? presented(bulk, known) : createIn(tx, actor, resource, await bodyOf());
  };
  return { row, check, run };
}

/** Returns the steps of the rows. Refused: 'notFound'. */
async function stepsOf(bulk: Bulk, { changes = [], copies = [] }: BulkBody): Promise<Step[]> {
  const { tx, resource } = bulk;
  const row = async (id: number): Promise<ResourceRow> => {
    const found = await findRow(resourceDb(tx.db), tx.head.outletId, resource.definition, id);
    if (!found) throw refused('notFound');
    return found;
  };
  const steps: Step[] = [];
  for (const change of changes) steps.push(changeStep(bulk, await row(change.id), change));
  for (const copy of copies) steps.push(copyStep(bulk, await row(copy.id), copy));
  return steps;
}

/** Returns what `act` returns, or the sentence of its refusal. A fault is thrown. */
async function tried(act: () => Promise<ResourceRecord>): Promise<{ record?: ResourceRecord; error?: string }> {
  try {
    return { record: await act() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { errors = {}, details, message } = error.refusal;
    return { error: Object.values(errors)[0] ?? details ?? message };
  }
}

/** Does what the body asks within a command. Refused: 'notFound', and 'invalid' with the sentence of each refused row. */
async function bulkIn(bulk: Bulk, body: BulkBody): Promise<BulkRow[]> {
  const { definition } = bulk.resource;
  const rows: BulkRow[] = [];
  const steps = await stepsOf(bulk, body);
  for (const { row, check } of steps) {
    const { record = null, error = null } = await tried(check);
    const before = await presented(bulk, row);
    rows.push({ id: row.id, name: String(row[definition.label] as string), before, after: record, error });
  }
  if (body.isPreview) return rows;
  const wrong = rows.filter(({ error }) => error !== null);
  if (wrong.length > 0 && !body.isPartial) {
    const errors = Object.fromEntries(wrong.map(({ id, error }) => [`rows.${id}`, error ?? '']));
    throw new Refused({ ...refused('invalid').refusal, details: wrong[0]?.error ?? '', errors } as Refused['refusal']);
  }
  for (const [index, { run }] of steps.entries()) {
    const row = rows[index] as BulkRow;
    if (row.error === null) rows[index] = { ...row, after: await run() };
  }
  return rows;
}

/** Changes, deactivates, restores and copies records; see `bulkIn`. */
export async function bulkWrite(store: Store, actor: Actor, resource: Resource, body: BulkBody): Promise<BulkRow[]> {
  const rows = await store.writeOutlet(actor.outletId, (tx) => bulkIn({ tx, actor, resource }, body));
  const shown = rows.flatMap(({ before, after }) => (after ? [before, after] : [before]));
  hideFields(resource.definition, actor, shown);
  return rows;
}
