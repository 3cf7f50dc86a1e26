import { actionPermissions } from '@atoll/domain/access/permission';
import { printSentences, waitSentences } from '@atoll/domain/contract/bill/print-words';
import { monthNames, weekdayNames } from '@atoll/domain/date/calendar';
import { pickedDatePlaceholder } from '@atoll/domain/date/format';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { allScreens, sidebar, tabGroups } from '@atoll/domain/nav/nav';
import { methodLabel, paymentMethods } from '@atoll/domain/payment/methods';
import { anyRefusal, refusalReasons } from '@atoll/domain/refusal/all-refusals';
import { sentences } from '@atoll/domain/refusal/sentence';
import { historyActions } from '@atoll/domain/report/history-actions';
import { allReports, historySubjects, reportWords } from '@atoll/domain/report/reports';
import { spacedName } from '@atoll/domain/report/spaced-name';
import { historyFieldWords } from '@atoll/domain/resources/history-lines';
import { allResources } from '@atoll/domain/resources/registry';
import { user } from '@atoll/domain/resources/user';
import { countScopes } from '@atoll/domain/stock/count';
import { manualTypes } from '@atoll/domain/stock/movement';
import { requestPriorities, requestPurposes } from '@atoll/domain/stock/request';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { words } from '../api/words.ts';
import { en } from './en/en.ts';
import { dayAndTime, localizeDate, longDay, shortDay, weekday } from './instant.ts';
import { joinedList } from './joined-list.ts';
import { labelText } from './label.ts';
import { languages, offeredLanguages } from './languages.ts';
import { changeLanguage, fetchMoreWords, startLocale, t } from './locale.ts';

type Tree = Readonly<Record<string, unknown>>;

/** Every word of a catalogue by its path. */
function flat(tree: Tree, before = ''): [path: string, word: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : flat(value as Tree, `${before}${key}.`),
  ) as [string, string][];
}
const holes = (word: string) => [...word.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).sort();

/** Every sign of a language of its own script: Thaana, figures and punctuation; Latin only in names that stay. */
const scripts: Readonly<Record<string, RegExp>> = { dv: /^[\p{Script=Thaana}\p{N}\p{P}\p{S}\p{Z}\n]*$/u };
const names = [
  'name@example.com|atoll-cafe|https://menu.example.com|PUBLIC_URL|TLS=own|IP|/dev/usb/lp0',
  'GST|TIN|CSV|PDF|QR|VIP|KOT|BOT|COPY|NA|ID|MVR|USD|PNG|JPEG|WebP|JSON|USB|MB|mm|kg|g|ml|l|X|Z|R|C|T3|AC|Enter|localhost',
  '1000001GST501|npm run print-server|npm start|https|http|address|menu|tel|mailto',
  'SFTP|WebDAV|S3|BEGIN|Loyverse|Square|Odoo|example.com|PRACTICE - NOT A RECEIPT|PRACTICE - DO NOT MAKE|PRACTICE',
].join('|');
/** Columns of a file are read by their English names; the menus of other systems are in English. */
const columnNames = new Set([
  'start.menu.csvHint',
  'start.menu.csvExample',
  ...['Loyverse', 'Square', 'Odoo'].map((system) => `start.menu.export.${system}`),
]);
const withoutNames = (word: string) =>
  word
    .replace(/\{\{\w+\}\}|\b[A-Z]+(?:_[A-Z]+)+\b/g, '')
    .replace(new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'gu'), '');
const choices = (word: string) => word.split('|').length;

const longMonth = (month: number): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1));
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
  ...allReports.flatMap(({ title, about, columns }) => [title, about, ...columns.map(({ label }) => label)]),
  ...reportWords,
  ...refusalReasons.map((reason) => anyRefusal(reason).message),
  ...Object.values(words),
  pickedDatePlaceholder,
  ...historySubjects,
  ...historyActions.map(spacedName),
  ...Object.values(historyFieldWords),
  ...sentences,
  ...Object.values(waitSentences),
  ...printSentences,
  ...countScopes,
  ...requestPurposes,
  ...requestPriorities,
  ...manualTypes,
  ...paymentMethods.map(methodLabel),
  'Cheque',
  ...monthNames,
  ...weekdayNames,
  ...Array.from({ length: 12 }, (_, month) => longMonth(month)),
]);
/**
 * English words with several meanings: a deposit is money that was left, or what somebody does; what a button does, a state, an event of the history and the name of an action are other forms in Dhivehi; change is
 * money or a difference; from and to are days or values; open bills are bills or an action.
 */
const severalMeanings = new Set(
  [
    'Deposit',
    'Due',
    'Order',
    'Bill printed|Cancelled|Cash in|Cash out|Change|Changed|Close Shift|Complimentary items|Created|Drawer opened|From',
    'Handed over|How many copies print each time.|Issue|Issued|Lost|Merged|Monthly|Moved|Next|No change|None|Open bills',
    'Open|Opened|Ordered|Paid|Payment corrected|Payment|Posted|Printed|Received|Refund|Refunded|Reprint|Returned|Review',
    'Save|Saved|Set|Split|Submitted|Switch outlet|To|Transfer|Transferred|Unlock without server|Void|Voided|Weekly',
  ].flatMap((words) => words.split('|')),
);

/** Words of definitions that no screen shows as they are: actions have theirs in the catalogue. */
const unseenWords = new Set<string>(['', ...actionPermissions]);

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} });
});
afterEach(async () => {
  if (i18next.isInitialized) await changeLanguage('en');
  vi.unstubAllGlobals();
});

describe.each(offeredLanguages.filter(({ code }) => code !== 'en'))('the words in $name', ({ code }) => {
  let own: Map<string, string>;
  let labels: Readonly<Record<string, string>>;
  beforeEach(async () => {
    const found = await languages[code]?.load();
    own = new Map(flat((found?.words ?? {}) as Tree));
    labels = found?.labels ?? {};
  });
  const english = new Map(flat(en));

  it('translate every English word, and no others', () => {
    expect([...english.keys()].filter((path) => !own.has(path))).toEqual([]);
    expect([...own.keys()].filter((path) => !english.has(path))).toEqual([]);
  });

  it('have the same placeholders and plural forms as the English words', () => {
    for (const [path, word] of own) {
      expect(word, path).not.toBe('');
      expect(holes(word), path).toEqual(holes(english.get(path) ?? ''));
      expect(choices(word), path).toBe(choices(english.get(path) ?? ''));
    }
  });

  it('translate every text of the definitions, and no others', () => {
    expect([...definitionWords].filter((word) => !unseenWords.has(word) && !(word in labels))).toEqual([]);
    expect(Object.keys(labels).filter((word) => !definitionWords.has(word))).toEqual([]);
  });

  it('contain the values of each sentence of the server', () => {
    for (const sentence of [...sentences, ...Object.values(waitSentences), ...printSentences])
      expect([...new Set(holes(labels[sentence] ?? ''))], sentence).toEqual([...new Set(holes(sentence))]);
  });

  it('translate the same English words alike, unless they mean different things', () => {
    const byEnglish = new Map<string, Map<string, string[]>>();
    const note = (word: string, path: string, translated: string) => {
      const known = byEnglish.get(word) ?? new Map<string, string[]>();
      byEnglish.set(word, known.set(translated, [...(known.get(translated) ?? []), path]));
    };
    for (const [path, word] of english) note(word, path, own.get(path) ?? '');
    for (const [word, translated] of Object.entries(labels)) note(word, 'label', translated);
    const differing = [...byEnglish].filter(([word, found]) => found.size > 1 && !severalMeanings.has(word));
    expect(differing.map(([word, found]) => [word, ...found.entries()])).toEqual([]);
  });

  it('use the script of the language, except in names', () => {
    const script = scripts[code] ?? /^/;
    const checked = [...own, ...Object.entries(labels)].filter(([path]) => !columnNames.has(path));
    expect(checked.filter(([, word]) => !script.test(withoutNames(word)))).toEqual([]);
  });
});

describe('a language', () => {
  it('shows a language in its direction, with English for missing words', async () => {
    await startLocale('dv');
    expect(document.documentElement).toMatchObject({ lang: 'dv', dir: 'rtl' });
    expect(t('ui.close')).toBe('ބަންދުކުރޭ');
    expect(labelText('Customers')).toBe('ކަސްޓަމަރުން');
    i18next.addResource('en', 'translation', 'onlyEnglish', 'Only English');
    expect(t('onlyEnglish' as 'ui.close')).toBe('Only English');
    expect(labelText('Ends. With: signs')).toBe('Ends. With: signs');
  });

  it('keeps the words of components that need no values, until the language or the catalogue changes', async () => {
    await startLocale('en');
    const { translator } = i18next as unknown as { translator: { translate: (...asked: unknown[]) => unknown } };
    const lookUp = vi.spyOn(translator, 'translate');
    const english = i18next.getFixedT('en');
    for (const t of [english, english, i18next.getFixedT('en')]) expect(t('ui.tryAgain')).toBe('Try again');
    expect(lookUp).toHaveBeenCalledOnce();
    lookUp.mockRestore();
    expect([english('bill.check', { n: 1 }), english('bill.check', { n: 2 })]).toEqual(['check 1', 'check 2']);
    await changeLanguage('dv');
    expect(i18next.getFixedT('dv')('ui.tryAgain')).toBe('އަލުން މަސައްކަތްކުރޭ');
    const late = 'onlyLater' as 'ui.tryAgain';
    expect(i18next.getFixedT('dv')(late)).toBe('onlyLater');
    i18next.addResource('en', 'translation', 'onlyLater', 'Came later');
    expect(i18next.getFixedT('dv')(late)).toBe('Came later');
    await changeLanguage('en');
    expect(i18next.getFixedT('en')('ui.tryAgain')).toBe('Try again');
  });

  it('shows months and weekdays in Dhivehi, which no browser provides', async () => {
    await startLocale('en');
    const noon = '2026-09-05T07:00:00Z';
    const days = () => [
      shortDay('2026-09-05', true),
      longDay(noon, 'Indian/Maldives'),
      dayAndTime(noon, 'Indian/Maldives'),
    ];
    expect([...days(), weekday(0)]).toEqual(['5 Sep 2026', 'Saturday 5 September', '05-Sep-2026 12:00', 'Sunday']);
    await changeLanguage('dv');
    expect(days()).toEqual(['5 ސެޕް 2026', 'ހޮނިހިރު 5 ސެޕްޓެންބަރު', '05-ސެޕް-2026 12:00']);
    expect([weekday(0), localizeDate('13 Jan, 2020')]).toEqual(['އާދިއްތަ', '13 ޖެނު, 2020']);
  });

  it('keeps the order of several facts in a right-to-left language', async () => {
    await startLocale('en');
    expect(joinedList(['Aminath', '', null, '5 min'])).toBe('Aminath · 5 min');
    await changeLanguage('dv');
    expect(joinedList(['Aminath', '5 މިނިޓް'])).toBe('\u2068Aminath\u2069 · \u20685 މިނިޓް\u2069');
  });

  it('shows English when a language is unknown or cannot be loaded', async () => {
    await startLocale('xx');
    expect(i18next.language).toBe('en');
    expect(t('ui.tryAgain')).toBe('Try again');
  });

  it('shows stored choices such as StaffMeal as words, also in English', async () => {
    await startLocale('en');
    expect([labelText('StaffMeal'), labelText('OnHold'), labelText('Personal')]).toEqual([
      'Staff meal',
      'On hold',
      'Personal',
    ]);
    expect([...definitionWords].filter((word) => /^[A-Z][a-z]+[A-Z][a-z]+$/.test(labelText(word)))).toEqual([]);
  });

  it('for looking at screens puts every word of the catalogue in brackets', async () => {
    await startLocale('en-XA');
    await fetchMoreWords();
    expect(t('ui.close')).toBe('⟦Close⟧');
    expect(labelText('Menu Items')).toBe('⟦Menu Items⟧');
    expect(t('resource.view', { name: labelText('Menu') })).toBe('⟦View ⟦Menu⟧⟧');
  });
});
