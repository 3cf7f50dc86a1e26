/** Fields of forms and permissions that no code reads: a person fills them in, and nothing happens (R35.46). */
import { isCode, isTest, lineAt, type Problem, type TextFile } from './problem.ts';

/** What the check reads of an entity's definition. */
export interface CheckedDefinition {
  readonly table: string;
  readonly fields: readonly CheckedField[];
}

interface CheckedField {
  readonly key: string;
  readonly isStoredOnly?: true;
  readonly fields?: readonly { readonly key: string }[];
}

const definitionFolder = 'packages/domain/src/resources/';
const permissionFile = 'packages/domain/src/access/permission.ts';

/** Information about a person, place or thing, shown with the record and used nowhere else. */
const information: ReadonlySet<string> = new Set(
  'notes note description serial website fax contactPerson contactName jobTitle department gender company boughtOn bankName accountName accountNo rating subCategory isGstRegistered legalName phone2'.split(
    ' ',
  ),
);

/** Files in which a key has no effect: definitions, seeds, words, columns, the lists of permissions, and code of tests and tools. */
const withoutEffect =
  /(?:^|\/)(?:testing|seed|locale|migrations|resources)\/|^(?:e2e|bench|tools)\/|\/schema\/|access\/(?:permission|preset)\.ts$/;

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the names under which code reads a field: its key, its column, and the name of a percentage in basis points. */
const namesOf = (key: string): string[] => [key, snake(key), snake(key).replace(/_pct$/, '_bp')];

/** Returns the fields and permissions that no code reads. Fields that are stored only are in no form, so they do not count. */
export function unusedFieldProblems(
  definitions: readonly CheckedDefinition[],
  permissions: readonly string[],
  files: readonly TextFile[],
  reasons: Readonly<Record<string, string>> = {},
): Problem[] {
  const isFree = (key: string): boolean => information.has(key) || key in reasons;
  const words = new Set(
    files
      .filter(({ path }) => isCode(path) && !isTest(path) && !withoutEffect.test(path))
      .flatMap(({ text }) => text.match(/\w+(?:\.\w+)*/g) ?? [])
      .flatMap((word) => [word, ...word.split('.')]),
  );
  const fields = definitions.flatMap(({ table, fields: all }) =>
    all
      .filter(({ isStoredOnly }) => !isStoredOnly)
      .flatMap((field) => [field, ...(field.fields ?? [])])
      .filter(({ key }) => !isFree(key))
      .filter(({ key }) => !namesOf(key).some((name) => words.has(name)))
      .map(({ key }) => ({
        ...placeOf(files, `${definitionFolder}${table.replaceAll('_', '-')}.ts`, `'${key}'`),
        message: `Nothing reads '${key}'. Give it an effect, or move it to 'stored' until its feature exists.`,
      })),
  );
  const actions = permissions
    .filter((permission) => !isFree(permission) && !words.has(permission))
    .map((permission) => ({
      ...placeOf(files, permissionFile, `'${permission}'`),
      message: `Nothing asks for '${permission}'. Give it an effect, or remove it.`,
    }));
  return [...fields, ...actions];
}

function placeOf(files: readonly TextFile[], path: string, text: string): Pick<Problem, 'path' | 'line'> {
  const found = files.find((file) => file.path === path)?.text ?? '';
  return { path, line: lineAt(found, Math.max(0, found.indexOf(text))) };
}
