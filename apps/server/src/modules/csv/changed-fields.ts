/** Old and new texts of the fields that an import changes. Source: R35.52. */
import type { ImportChange } from '@atoll/domain/contract/platform/import-shape';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { toCell } from '@atoll/domain/resources/csv/cell';
import { fieldOf, type ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { OutletTx } from '../../platform/store/store.ts';
import { referenceNames } from '../../resource/present.ts';
import { resourceDb, type Values } from '../../resource/row.ts';

type ChangedField = ImportChange['fields'][number];
const none: ReadonlyMap<number, string> = new Map();

interface Change {
  readonly before: Values;
  readonly after: Values;
  readonly changed: readonly string[];
  readonly isRestored: boolean;
}

/** Returns the changes within a list: of each part of an entry of the same name, and entries that come or go. */
function changedInList(field: FieldDefinition, before: readonly Values[], after: readonly Values[]): ChangedField[] {
  const [name, ...parts] = field.fields ?? [];
  if (!name) return [];
  const nameOf = (entry: Values): string => toCell(name, entry[name.key], none);
  const whole = (entry: Values): string => toCell(field, [entry], none);
  const found: ChangedField[] = [];
  for (const entry of after) {
    const of = nameOf(entry);
    const old = before.find((one) => nameOf(one) === of);
    if (!old) found.push({ label: field.label, from: '', to: whole(entry) });
    for (const part of old ? parts : []) {
      const [from, to] = [toCell(part, old?.[part.key], none), toCell(part, entry[part.key], none)];
      if (from !== to) found.push({ label: part.label, of, from, to });
    }
  }
  for (const entry of before)
    if (!after.some((one) => nameOf(one) === nameOf(entry)))
      found.push({ label: field.label, from: whole(entry), to: '' });
  const order = (rows: readonly Values[]) => rows.map(whole).join('; ');
  return found.length > 0 ? found : [{ label: field.label, from: order(before), to: order(after) }];
}

/** Returns the changed fields with their texts. `nameOf` names categories that do not exist yet. */
export async function changedFields(
  tx: OutletTx,
  definition: ResourceDefinition,
  { before, after, changed, isRestored }: Change,
  nameOf: (id: number) => string | undefined,
): Promise<ChangedField[]> {
  const names = await referenceNames(resourceDb(tx.db), tx.head.outletId, definition, [before, after]);
  const unmade = [after['categoryIds'] ?? []].flat().flatMap((id) => {
    const name = nameOf(id as number);
    return name === undefined ? [] : [[id as number, name] as const];
  });
  const fields = changed.flatMap((key): ChangedField[] => {
    const field = fieldOf(definition, key);
    if (field.kind === 'list') return changedInList(field, before[key] as Values[], after[key] as Values[]);
    const known = new Map([...(names.get(key) ?? none), ...unmade]);
    return [{ label: field.label, from: toCell(field, before[key], known), to: toCell(field, after[key], known) }];
  });
  return isRestored ? [...fields, { label: 'Active', from: 'No', to: 'Yes' }] : fields;
}
