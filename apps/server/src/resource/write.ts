/**
 * Creates, changes and deactivates records: once per key, never over another user's change, each with its history.
 * Source: docs/rules.md#entities, docs/rules.md#repeated-calls, docs/rules.md#history.
 */
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { columnOf, initialOf } from '@atoll/domain/resources/column';
import type { ResourceDefinition, ResourceField } from '@atoll/domain/resources/define-resource';
import { allResources } from '@atoll/domain/resources/registry';
import { refused } from '../platform/errors/refused.ts';
import type { Actor } from '../platform/http/actor.ts';
import { markSentEntry } from '../platform/store/outlet/sent-entry.ts';
import type { SequenceName } from '../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../platform/store/store.ts';
import { indexRecord, removeRecord } from '../search/search-index.ts';
import { duplicateErrors, invalid, referenceErrors, userOf, valueErrors } from './check.ts';
import type { Resource, ResourceWrite, WriteAction } from './hooks.ts';
import { presentRecords } from './present.ts';
import { findRow } from './read.ts';
import { cleanValue, columnsOf, type ResourceRow, resourceDb, type Values, valuesOf } from './row.ts';

/** Body of a create: the key, and fields. */
export type NewRecord = Values & { readonly key: string };
/** Body of an update: id, the version that the user saw, and the fields to change. */
export type RecordChange = Values & { readonly id: number; readonly version: number };

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/** Returns whether two values are equal in the fields of the definition: what a module adds to the rows of a list is ignored. */
const isAlike = (field: ResourceField, one: unknown, other: unknown): boolean =>
  same(cleanValue(field, one), cleanValue(field, other));

/**
 * Returns whether a value that is sent again equals the stored one: of a list's rows only the sent fields count, as of
 * the record.
 */
function isRepeated(field: ResourceField, sent: unknown, stored: unknown): boolean {
  if (field.kind !== 'list' || !Array.isArray(sent)) return isAlike(field, sent, stored);
  const rows = stored as readonly Values[];
  const isSame = (row: Values, index: number): boolean =>
    (field.fields ?? []).every(
      (part) => row[part.key] === undefined || isAlike(part, row[part.key], rows[index]?.[part.key]),
    );
  return sent.length === rows.length && (sent as Values[]).every(isSame);
}

const writableOf = (definition: ResourceDefinition) => definition.fields.filter((field) => !field.isReadOnly);

async function presentOne(tx: OutletTx, definition: ResourceDefinition, row: ResourceRow): Promise<ResourceRecord> {
  const [record] = await presentRecords(resourceDb(tx.db), definition, [row]);
  return record as ResourceRecord;
}

/** Checks every rule of the values that were sent; with `all`, of a whole new or restored record. Throws the refusal. */
async function refuseWrong(tx: OutletTx, write: ResourceWrite, keys: ReadonlySet<string>): Promise<void> {
  const { definition, after, before, id } = write;
  const fields = definition.fields.filter((field) => keys.has(field.key));
  const { outletId } = tx.head;
  const db = resourceDb(tx.db);
  const errors = {
    ...(await duplicateErrors(db, outletId, definition, fields, after, id)),
    ...(await referenceErrors(db, outletId, fields, after, before)),
    ...valueErrors(fields, after, outletId),
  };
  for (const field of fields)
    if (field.kind === 'reference' && field.entity === definition.table && id > 0 && after[field.key] === id)
      errors[field.key] = `Choose another entry for “${field.label}”`;
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Passes a valid write to the module's hooks; returns it as it is to be written. */
async function askHooks(tx: OutletTx, { hooks }: Resource, write: ResourceWrite): Promise<ResourceWrite> {
  hooks.authorize?.(write);
  const other = await hooks.beforeWrite?.(tx, write);
  if (!other) return write;
  const after = { ...write.after, ...other };
  const { before } = write;
  return { ...write, after, changed: Object.keys(after).filter((key) => !same(before?.[key], after[key])) };
}

/** Writes what belongs to every write: what follows from it, the index of the search box, history. */
async function finish(tx: OutletTx, { hooks }: Resource, write: ResourceWrite): Promise<void> {
  const { definition, actor, action, id, key, before, after, changed } = write;
  await hooks.afterWrite?.(tx, write);
  const words = definition.views.search.map((field) => after[field] as string).filter((word) => word !== '');
  const name = (after[definition.label] as string) || words[0] || key;
  const { name: entity, screen: permission } = definition;
  if (action === 'Deactivated') await removeRecord(tx, { entity, id });
  else await indexRecord(tx, { entity, id, name, words, permission });
  const part = (values: Values): Values => Object.fromEntries(changed.map((field) => [field, values[field]]));
  const code = definition.code && { code: after[definition.code.field] };
  const note = definition.isPersonal
    ? { after: { id, ...code, ...(action === 'Updated' && { changed }) } }
    : { ...(before && { before: part(before) }), after: { id, ...part(after) } };
  const { userId, sentBy, isRevoked, deviceId, sendApproval: approvalKey = null } = actor;
  tx.history({ subject: entity, subjectKey: key, action, userId, sentBy, isRevoked, deviceId, approvalKey, ...note });
  markSentEntry(tx, actor);
}

/** Returns an unused code: from the id, with a number added when somebody typed that one. */
async function nextCode(tx: OutletTx, definition: ResourceDefinition, id: number): Promise<Values> {
  const { field, prefix, digits } = definition.code ?? { field: '', prefix: '', digits: 0 };
  for (let more = 1; ; more += 1) {
    const code = `${prefix}${String(id).padStart(digits, '0')}${more > 1 ? `-${more}` : ''}`;
    const fields = definition.fields.filter((one) => one.key === field);
    const taken = await duplicateErrors(resourceDb(tx.db), tx.head.outletId, definition, fields, { [field]: code }, id);
    if (!taken[field]) return { [field]: code };
  }
}

/** Returns the record that the key created already, when the same values are sent as then. */
async function knownRecord(
  tx: OutletTx,
  definition: ResourceDefinition,
  body: NewRecord,
): Promise<ResourceRecord | undefined> {
  const row = await findRow(resourceDb(tx.db), tx.head.outletId, definition, body.key);
  if (!row) return undefined;
  const stored = valuesOf(definition, row);
  const isOther = writableOf(definition).some((field) => {
    const isGiven = field.key === definition.code?.field && body[field.key] === '';
    return body[field.key] !== undefined && !isGiven && !isRepeated(field, body[field.key], stored[field.key]);
  });
  // A record that was changed since is returned as it is: the values that created it can no longer be compared.
  if (isOther && row.version === 1) throw refused('keyReused');
  return presentOne(tx, definition, row);
}

/** Returns a new record as it is to be written. Throws a refusal when something is wrong with it. */
async function planNew(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  sent: NewRecord,
  id: number,
  unchecked: readonly string[] = [],
): Promise<ResourceWrite> {
  const { definition } = resource;
  const body: NewRecord = { ...sent, ...(await resource.hooks.initial?.(tx, sent)) };
  const after: Record<string, unknown> = {};
  for (const field of definition.fields) {
    const value = field.isReadOnly ? undefined : body[field.key];
    after[field.key] = value === undefined ? initialOf(field) : cleanValue(field, value);
  }
  const { code } = definition;
  if (code && id > 0 && after[code.field] === '') Object.assign(after, await nextCode(tx, definition, id));
  const changed = Object.keys(after).filter((key) => body[key] !== undefined || key === code?.field);
  const { key } = body;
  const write = { definition, actor, action: 'Created', id, key, version: 1, before: null, after, changed } as const;
  const keys = writableOf(definition).map((field) => field.key);
  await refuseWrong(tx, write, new Set(keys).difference(new Set(unchecked)));
  return askHooks(tx, resource, write);
}

/**
 * Throws the refusal of a new record that cannot be created; writes nothing. `unchecked` are fields that are not checked, because what they refer to
 * will be made before.
 */
export async function tryCreate(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  body: NewRecord,
  unchecked: readonly string[] = [],
): Promise<void> {
  if (!(await knownRecord(tx, resource.definition, body))) await planNew(tx, actor, resource, body, 0, unchecked);
}

/** Creates a record within a command, or returns the one that the same key created. `isSingle`: see `afterNew` of the hooks. Refused: 'invalid', 'keyReused'. */
export async function createIn(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  sent: NewRecord,
  isSingle = false,
): Promise<ResourceRecord> {
  const { definition } = resource;
  const body: NewRecord = { ...sent, key: sent.key.toLowerCase() };
  const known = await knownRecord(tx, definition, body);
  if (known) return known;
  const id = await tx.nextId(definition.table as SequenceName);
  const write = await planNew(tx, actor, resource, body, id);
  const { now } = tx;
  const row = {
    outlet_id: tx.head.outletId,
    id,
    key: body.key,
    is_active: true,
    version: 1,
    created_at: now,
    created_by: actor.userId,
    modified_at: now,
    modified_by: actor.userId,
    ...columnsOf(definition.fields, write.after),
  };
  tx.write(resourceDb(tx.db).insertInto(definition.table).values(row));
  await finish(tx, resource, write);
  return presentOne(
    tx,
    definition,
    (await rowAfterNew(tx, resource, write, isSingle)) ?? { ...row, ...parsedMany(definition, write.after) },
  );
}

/** Writes what follows from a single new record; returns its row then, undefined when nothing does. */
async function rowAfterNew(
  tx: OutletTx,
  { definition, hooks }: Resource,
  write: ResourceWrite,
  isSingle: boolean,
): Promise<ResourceRow | undefined> {
  if (!isSingle || !hooks.afterNew) return undefined;
  await hooks.afterNew(tx, write);
  return findRow(resourceDb(tx.db), tx.head.outletId, definition, write.id);
}

/** Returns columns that hold several values as they are read. */
function parsedMany(definition: ResourceDefinition, values: Values): Record<string, unknown> {
  const many = definition.fields.filter((field) => Array.isArray(values[field.key]));
  return Object.fromEntries(many.map((field) => [columnOf(field), values[field.key]]));
}

/** Throws a refusal when the user may not change records of the entity, or not these fields of them. */
function refuseUpdate(actor: Actor, definition: ResourceDefinition, sent: Values): void {
  const { screen, action, partly } = definition;
  const holds = (permission: string): boolean => actor.permissions.has(permission);
  if (holds(screen) && (!action || holds(action))) return;
  const fields = Object.keys(sent).filter((key) => !['id', 'version'].includes(key) && sent[key] !== undefined);
  if (!partly || !holds(partly.action) || fields.some((key) => !partly.fields.includes(key))) {
    throw refused('forbidden', { details: 'You are not authorized to change this' });
  }
}

/** A change as it is to be written; `write` is null when nothing changes. */
interface Planned {
  readonly row: ResourceRow;
  readonly write: ResourceWrite | null;
}

/** Returns a change as it is to be written; writes nothing. Refused: 'forbidden', 'notFound', 'invalid', 'versionOld' with the record as it is. */
export async function planUpdate(tx: OutletTx, actor: Actor, resource: Resource, body: RecordChange): Promise<Planned> {
  const { definition } = resource;
  refuseUpdate(actor, definition, body);
  const row = await findRow(resourceDb(tx.db), tx.head.outletId, definition, body.id);
  if (!row) throw refused('notFound');
  const before = valuesOf(definition, row);
  const after: Record<string, unknown> = { ...before };
  const changed: string[] = [];
  for (const field of writableOf(definition)) {
    const { key } = field;
    if (body[key] === undefined || isAlike(field, body[key], before[key])) continue;
    after[key] = cleanValue(field, body[key]);
    changed.push(key);
  }
  const isRestored = body['isActive'] === true && !row.is_active;
  // Sent twice: it is done already.
  if (changed.length === 0 && !isRestored) return { row, write: null };
  if (body.version !== row.version) {
    throw refused('versionOld', { extra: { record: await presentOne(tx, definition, row) } });
  }
  const fixed = definition.fields.find((field) => field.isFixed && changed.includes(field.key));
  if (fixed) throw invalid({ [fixed.key]: `${fixed.label} cannot be changed` });
  const action: WriteAction = isRestored ? 'Restored' : 'Updated';
  const { id, key } = row;
  const plain = { definition, actor, action, id, key, version: row.version + 1, before, after, changed };
  const asked = isRestored ? definition.fields.filter((one) => one.unique).map((one) => one.key) : [];
  await refuseWrong(tx, plain, new Set([...changed, ...asked]));
  return { row, write: await askHooks(tx, resource, plain) };
}

/** Changes the fields that are sent. Refused: 'forbidden', 'notFound', 'invalid', 'versionOld' with the record as it is. */
export async function updateIn(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  body: RecordChange,
): Promise<ResourceRecord> {
  const { row, write } = await planUpdate(tx, actor, resource, body);
  return write ? applyChange(tx, resource, row, write) : presentOne(tx, resource.definition, row);
}

/** Returns the record as a change would leave it, or throws the refusal of the change; writes nothing. */
export async function previewUpdate(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  body: RecordChange,
): Promise<ResourceRecord> {
  const { row, write } = await planUpdate(tx, actor, resource, body);
  const { definition } = resource;
  if (!write) return presentOne(tx, definition, row);
  const columns = changedColumns(tx, row, write);
  return presentOne(tx, definition, { ...row, ...columns, ...parsedMany(definition, write.after) });
}

/** Returns the columns that a change writes. */
function changedColumns(tx: OutletTx, row: ResourceRow, write: ResourceWrite) {
  const { definition, actor, action, version, after, changed } = write;
  const fields = definition.fields.filter((field) => changed.includes(field.key));
  const stamp = {
    version,
    is_active: action === 'Restored' ? true : action === 'Deactivated' ? false : row.is_active,
    modified_at: tx.now,
    modified_by: actor.userId,
  };
  return { ...columnsOf(fields, after), ...stamp };
}

async function applyChange(
  tx: OutletTx,
  resource: Resource,
  row: ResourceRow,
  write: ResourceWrite,
): Promise<ResourceRecord> {
  const { definition, after } = write;
  const columns = changedColumns(tx, row, write);
  tx.write(
    resourceDb(tx.db)
      .updateTable(definition.table)
      .set(columns)
      .where('outlet_id', '=', row.outlet_id)
      .where('id', '=', row.id),
  );
  await finish(tx, resource, write);
  return presentOne(tx, definition, { ...row, ...columns, ...parsedMany(definition, after) });
}

/** Throws the refusal of a record that others refer to: 'inUse' naming what uses it. */
export async function refuseUsed(tx: OutletTx, definition: ResourceDefinition, id: number): Promise<void> {
  const user = await userOf(resourceDb(tx.db), tx.head.outletId, allResources, definition.table, id);
  if (user) throw refused('inUse', { details: `In use by ${user}` });
}

/** Deactivates a record; an inactive one stays inactive. Refused: 'notFound', 'inUse' naming what uses it. */
export async function removeIn(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  idOrKey: string | number,
): Promise<void> {
  const { definition } = resource;
  const db = resourceDb(tx.db);
  const row = await findRow(db, tx.head.outletId, definition, idOrKey);
  if (!row) throw refused('notFound');
  if (!row.is_active) return;
  const { id, key } = row;
  await refuseUsed(tx, definition, id);
  const before = valuesOf(definition, row);
  const write = { definition, actor, action: 'Deactivated', id, key, version: row.version + 1, before } as const;
  const asked = await askHooks(tx, resource, { ...write, after: before, changed: [] });
  await applyChange(tx, resource, row, asked);
}

/** Creates a record; see `createIn`. */
export function createRecord(store: Store, actor: Actor, resource: Resource, body: NewRecord): Promise<ResourceRecord> {
  return store.writeOutlet(actor.outletId, (tx) => createIn(tx, actor, resource, body, true));
}

/** Changes a record; see `updateIn`. */
export function updateRecord(
  store: Store,
  actor: Actor,
  resource: Resource,
  body: RecordChange,
): Promise<ResourceRecord> {
  return store.writeOutlet(actor.outletId, (tx) => updateIn(tx, actor, resource, body));
}

/** Deactivates a record; see `removeIn`. */
export function removeRecordOf(store: Store, actor: Actor, resource: Resource, idOrKey: string): Promise<void> {
  return store.writeOutlet(actor.outletId, (tx) => removeIn(tx, actor, resource, idOrKey));
}
