import { expect, it } from 'vitest';
import { unusedFieldProblems } from './unused-fields.ts';

const lamp = { table: 'desk_lamp', fields: [{ key: 'watts' }, { key: 'dimPct' }, { key: 'note' }] };
const definition = {
  path: 'packages/domain/src/resources/desk-lamp.ts',
  text: "fields: [\n  { key: 'watts' },\n  { key: 'dimPct' },\n  { key: 'note' },\n]",
};
const code = (text: string, path = 'apps/server/src/modules/lamp/list.ts') => [definition, { path, text }];
const unread = (...files: Parameters<typeof code>) =>
  unusedFieldProblems([lamp], [], code(...files)).map(({ message }) => /'([^']+)'/.exec(message)?.[1]);

it('[R35.46] finds the fields of a form that no code reads, with their line, and says what to do', () => {
  expect(unusedFieldProblems([lamp], [], code('sort(row.dim_bp)'))).toEqual([
    {
      path: definition.path,
      line: 2,
      message: "Nothing reads 'watts'. Give it an effect, or move it to 'stored' until its feature exists.",
    },
  ]);
});

it('[R35.46] counts a field as read by its key, its column or its basis points', () => {
  expect(unread('lamp.watts + row.dim_bp')).toEqual([]);
  expect(unread('row.watts; lamp.dimPct')).toEqual([]);
  expect(unread('wattsOf(lamp)')).toEqual(['watts', 'dimPct']);
});

it('[R35.46] does not count seeds, words of languages, columns, definitions and tests as readers', () => {
  for (const path of [
    'apps/server/src/seed/demo.ts',
    'apps/web/src/locale/en/lamp.ts',
    'apps/server/src/platform/store/schema/schema.ts',
    'packages/domain/src/resources/registry.ts',
    'apps/server/src/modules/lamp/lamp.test.ts',
    'tools/seed.ts',
  ])
    expect(unread('watts dimPct', path)).toEqual(['watts', 'dimPct']);
});

it('[R35.46] leaves out fields that are stored only, because no form has them', () => {
  const stored = { ...lamp, fields: [{ key: 'watts', isStoredOnly: true as const }] };
  expect(unusedFieldProblems([stored], [], code(''))).toEqual([]);
});

it('[R35.46] checks the fields of the rows of a list too', () => {
  const list = { table: 'desk_lamp', fields: [{ key: 'watts', fields: [{ key: 'hours' }, { key: 'dimPct' }] }] };
  const found = unusedFieldProblems([list], [], code('watts, dim_bp'));
  expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(/'hours'/)]);
});

it('[R35.46] leaves out a field or permission with a stated reason', () => {
  const reasons = { watts: 'Its feature is built next', 'lamp.break': 'Its feature is built next' };
  const found = unusedFieldProblems([lamp], ['lamp.break'], code(''), reasons);
  expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(/'dimPct'/)]);
});

it('[R35.46] finds permissions that no code asks for', () => {
  const files = code("mayDo('lamp.light')");
  expect(unusedFieldProblems([], ['lamp.light', 'lamp.break'], files).map(({ message }) => message)).toEqual([
    "Nothing asks for 'lamp.break'. Give it an effect, or remove it.",
  ]);
});
