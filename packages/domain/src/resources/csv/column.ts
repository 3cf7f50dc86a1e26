/** Which column of a file holds which field of an entity: by its heading, or as a person chose. Source: R35.54, docs/rules.md#csv. */
import type { FieldDefinition } from '../../form/field.ts';
import type { Sentence } from '../../refusal/sentence.ts';
import { fieldOf, isReadable, type ResourceDefinition, type ResourceField } from '../define-resource.ts';
import { otherHeadings } from './headings.ts';

/** Something that a column can hold. `part` is a field of the list `field`: a file may have one row for each of its entries. */
export interface CsvColumn {
  /** Name in calls: a field's key, 'sizes.sellingPrice' for a part, 'id' for the record's key. */
  readonly key: string;
  readonly field?: ResourceField;
  readonly part?: FieldDefinition;
}

/** The column that names the record of a row, last in an export: a file that begins with 'ID' is not opened as CSV by every spreadsheet. */
export const idColumn = 'Id';

/** Returns the list whose entries may have a row each: the one that every record must have. */
function rowList(definition: ResourceDefinition): ResourceField | undefined {
  return definition.fields.find((field) => field.kind === 'list' && field.required && !field.isReadOnly);
}

/** Returns what the columns of a file can hold for a person with these permissions: fields of the export, parts of a list, the record's key. */
export function csvColumns(definition: ResourceDefinition, permissions?: ReadonlySet<string>): CsvColumn[] {
  const offered = definition.views.csv.map((key) => fieldOf(definition, key)).filter((field) => !field.isReadOnly);
  // Files of earlier releases have columns of fields that no view shows now.
  const fields = [...offered, ...definition.fields.filter((field) => field.isStoredOnly)].filter(
    (field) => !permissions || isReadable(field, permissions),
  );
  const list = rowList(definition);
  const parts = fields.includes(list as ResourceField) ? (list?.fields ?? []) : [];
  return [
    ...fields.map((field) => ({ key: field.key, field })),
    ...parts.map((part) => ({ key: `${list?.key}.${part.key}`, field: list as ResourceField, part })),
    { key: 'id' },
  ];
}

/** Returns a heading as it is compared: lower case, without stars, brackets at its end, and repeated spaces. */
export const plainHeading = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s*[([][^)\]]*[)\]]\s*$/, '')
    .replace(/[\s_*]+/g, ' ')
    .trim();

function namesOf({ table }: ResourceDefinition, { key, field, part }: CsvColumn): string[] {
  if (!field) return ['id'];
  const own = part ? [] : [field.label, field.formerLabel ?? '', field.key];
  return [...own.map(plainHeading), ...(otherHeadings[table]?.[key] ?? [])].filter((name) => name !== '');
}

/** The columns of a file in its order, undefined for one that is not read; and a required field that none of them holds. */
export interface FoundColumns {
  readonly columns: readonly (CsvColumn | undefined)[];
  readonly missing: ResourceField | undefined;
}

/**
 * Returns what each column of the heading holds. `chosen` are the keys that a person chose by hand, '' to leave a column out. A record can be named by
 * its id or code, so a file with either needs no other column; and a missing category is made when `makesMissing`.
 */
export function findColumns(
  definition: ResourceDefinition,
  heading: readonly string[],
  more: {
    readonly chosen?: readonly string[] | undefined;
    readonly permissions?: ReadonlySet<string>;
    readonly makesMissing?: boolean | undefined;
  } = {},
): FoundColumns {
  const offered = csvColumns(definition, more.permissions);
  const taken = new Set<string>();
  const all = heading.map((text, index) => {
    const name = plainHeading(text);
    const named = (one: CsvColumn) =>
      more.chosen ? more.chosen[index] === one.key : name !== '' && namesOf(definition, one).includes(name);
    const found = offered.find((one) => !taken.has(one.key) && named(one));
    if (found) taken.add(found.key);
    return found;
  });
  // A cell with the whole list says it all.
  const columns = all.map((one) => (one?.part && taken.has(one.field?.key ?? '') ? undefined : one));
  const keys = new Set(columns.flatMap((one) => one?.field?.key ?? one?.key ?? []));
  const isNamed = keys.has('id') || keys.has('code');
  const required = offered.flatMap(({ field, part }) =>
    field && !part && field.required && (field as ResourceField).initial === undefined ? [field] : [],
  );
  const isMissing = (field: ResourceField): boolean =>
    !keys.has(field.key) && !(more.makesMissing && makesMissing(field));
  const missing = isNamed ? undefined : required.find(isMissing);
  return { columns, missing: missing ?? (keys.size === 0 ? offered[0]?.field : undefined) };
}

/** Returns whether an import can make the records that a field names: categories of menu items. */
export const makesMissing = (field: FieldDefinition): boolean =>
  field.entity === 'category' && field.kind === 'references';

/** Returns the sentence for a file that lacks a column. */
export const missingColumn = ({ label }: FieldDefinition): Sentence => `The first row has no column '${label}'`;
