import i18next from 'i18next';
import type { Catalogue } from './en/en.ts';
import { enFirst } from './en/first.ts';
import { enLabels } from './en/label.ts';
import { fetchOnce } from './fetch-once.ts';
import { directionOf, languages } from './languages.ts';

/** Paths of the catalogue's words. */
type Paths<T, Before extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Before}${K}` : Paths<T[K], `${Before}${K}.`>;
}[keyof T & string];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    // Flat in the types only: the compiler cannot resolve nested keys of a catalogue of this size.
    keySeparator: false;
    parseInterpolation: false;
    resources: { translation: Readonly<Record<Paths<Catalogue>, string>> };
  }
}

/** Puts every word of the catalogue in brackets, in the hidden language for checking screens. */
const bracket = {
  type: 'postProcessor',
  name: 'bracket',
  process: (word: string): string => (i18next.language === 'en-XA' ? `⟦${word}⟧` : word),
} as const;

type LookUp = (path: string, ...values: unknown[]) => string;

/** The words that were looked up, by their languages, paths and values. */
const kept = new Map<string, string>();
/** So many are kept: names and amounts differ all day. */
const maxKept = 3000;
const forgetWords = (): void => kept.clear();
i18next.on('languageChanged', forgetWords);

const getFixedT = i18next.getFixedT.bind(i18next) as unknown as (...of: unknown[]) => LookUp;

/**
 * Every `t` of a component keeps the words that it looked up: a tap on the bill screen asks for dozens of them, and
 * to look one up in the catalogue takes longer than to render it (R34.6).
 */
function keepingT(...of: string[]): LookUp {
  const lookUp = getFixedT(...of);
  return (path, ...values) => {
    const asked = `${of[0]} ${of[1]} ${path}${values.length > 0 ? JSON.stringify(values) : ''}`;
    let word = kept.get(asked);
    if (word === undefined) {
      if (kept.size > maxKept) forgetWords();
      kept.set(asked, (word = lookUp(path, ...values)));
    }
    return word;
  };
}
// Each component asks at each render whether its words are there: nothing is left to be fetched by the catalogue.
Object.assign(i18next, { getFixedT: keepingT, hasLoadedNamespace: () => true });

/** Starts the message catalogue; English is shown for words that a language lacks. */
export async function startLocale(language = 'en'): Promise<void> {
  await i18next.use(bracket).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: enFirst, label: enLabels } },
    interpolation: { escapeValue: false },
    postProcess: ['bracket'],
  });
  i18next.store.on('added', forgetWords);
  forgetWords();
  await changeLanguage(language);
}

/** Fetches the English words of the other screens and of the dialogs. A screen or part that is fetched waits for them. */
export const fetchMoreWords = fetchOnce(async () => {
  const { enMore } = await import('./en/more.ts');
  i18next.addResourceBundle('en', 'translation', enMore, true, true);
});

/** Shows the app in a language. A language that is unknown or cannot be loaded changes nothing. */
export async function changeLanguage(code: string): Promise<void> {
  const known = languages[code];
  if (!known || i18next.language === code) return;
  const found = await known.load().catch(() => undefined);
  if (!found) return;
  i18next.addResourceBundle(code, 'translation', found.words, true, true);
  i18next.addResourceBundle(code, 'label', found.labels);
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
}

/** A word of the catalogue, for code outside components. */
export const t = i18next.t.bind(i18next) as typeof i18next.t;
