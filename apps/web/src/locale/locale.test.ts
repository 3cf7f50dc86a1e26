import type { FieldDefinition } from '@atoll/domain/form/field';
import { allScreens, sidebar, tabGroups } from '@atoll/domain/nav/nav';
import { refusal, refusalReasons } from '@atoll/domain/refusal/refusal';
import { allReports } from '@atoll/domain/report/reports';
import { allResources } from '@atoll/domain/resources/registry';
import { user } from '@atoll/domain/resources/user';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { words } from '../lib/words.ts';
import { en } from './en.ts';
import { labelText } from './label.ts';
import { languages, offeredLanguages } from './languages.ts';
import { changeLanguage, startLocale, t } from './locale.ts';

type Tree = Readonly<Record<string, unknown>>;

/** Every word of a catalogue by its path. */
function flat(tree: Tree, before = ''): [path: string, word: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : flat(value as Tree, `${before}${key}.`),
  ) as [string, string][];
}
const holes = (word: string) => [...word.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).sort();

const fieldWords = ({ label, hint = '', options = [], fields = [] }: FieldDefinition): string[] => [
  label,
  hint,
  ...options,
  ...fields.flatMap(fieldWords),
];
/** Every word that a definition has. */
const definitionWords = new Set([
  ...allScreens.map(({ title }) => title),
  ...sidebar.map(({ title }) => title),
  ...tabGroups.map(({ first }) => first),
  ...[...allResources, user].flatMap(({ name, title, fields }) => [
    name,
    title,
    ...(fields as readonly FieldDefinition[]).flatMap(fieldWords),
  ]),
  ...allReports.flatMap(({ title, about }) => [title, about]),
  ...refusalReasons.map((reason) => refusal(reason).message),
  ...Object.values(words),
]);

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} });
});
afterEach(async () => {
  if (i18next.isInitialized) await changeLanguage('en');
  vi.unstubAllGlobals();
});

describe.each(offeredLanguages.filter(({ code }) => code !== 'en'))('the words in $name', ({ code }) => {
  it('have the holes of the English ones, and none that the English do not know', async () => {
    const english = new Map(flat(en));
    const found = await languages[code]?.load();
    const own = flat((found?.words ?? {}) as Tree);
    expect(own.length).toBeGreaterThan(100);
    for (const [path, word] of own) {
      expect(english.has(path), path).toBe(true);
      expect(holes(word), path).toEqual(holes(english.get(path) ?? ''));
    }
  });

  it('name only what a definition has', async () => {
    const found = await languages[code]?.load();
    expect(Object.keys(found?.labels ?? {}).filter((word) => !definitionWords.has(word))).toEqual([]);
  });
});

describe('a language', () => {
  it('is shown with its direction, and falls back to English for what it lacks', async () => {
    await startLocale('dv');
    expect(document.documentElement).toMatchObject({ lang: 'dv', dir: 'rtl' });
    expect(t('ui.close')).toBe('ބަންދުކުރޭ');
    expect(labelText('Customers')).toBe('ކަސްޓަމަރުން');
    expect(t('start.title')).toBe(en.start.title);
    expect(labelText('Ends. With: signs')).toBe('Ends. With: signs');
  });

  it('that is none, or cannot be fetched, leaves the words as they are', async () => {
    await startLocale('xx');
    expect(i18next.language).toBe('en');
    expect(t('ui.close')).toBe('Close');
  });

  it('for looking at screens puts every word of the catalogue in brackets', async () => {
    await startLocale('en-XA');
    expect(t('ui.close')).toBe('⟦Close⟧');
    expect(labelText('Menu Items')).toBe('⟦Menu Items⟧');
    expect(t('resource.view', { name: labelText('Menu') })).toBe('⟦View ⟦Menu⟧⟧');
  });
});
