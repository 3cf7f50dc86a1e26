/** Translates sentences of the server into the language of the screen. They arrive in English with their values filled in. */
import i18next, { type TFunction } from 'i18next';
import { labelText } from './label.ts';
import { t } from './locale.ts';
import { useTranslation } from './use-translation.ts';

interface Template {
  readonly pattern: RegExp;
  readonly holes: readonly string[];
  readonly words: string;
}

/** Placeholders of names that people gave: a printer called 'Kitchen' keeps its name. */
const ownNames = new Set(['printer']);
const hole = /\{\{(\w+)\}\}/g;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const templates = new Map<string, readonly Template[]>();

/** Returns the sentences with placeholders of a language, the longest fixed text first: 'X is low' must not match 'X: Y'. */
function templatesOf(language: string): readonly Template[] {
  // Nothing is known before the catalogue is loaded.
  if (!i18next.isInitialized) return [];
  const labels = i18next.getResourceBundle(language, 'label') as Readonly<Record<string, string>> | undefined;
  if (!labels) return [];
  const known = templates.get(language);
  if (known) return known;
  const made = Object.entries(labels)
    .filter(([sentence]) => sentence.includes('{{'))
    .toSorted(([a], [b]) => b.replace(hole, '').length - a.replace(hole, '').length)
    .map(([sentence, words]) => ({
      pattern: new RegExp(
        `^${sentence
          .split(/\{\{\w+\}\}/)
          .map(escaped)
          .join('(.+?)')}$`,
        's',
      ),
      holes: [...sentence.matchAll(hole)].map(([, name = '']) => name),
      words,
    }));
  templates.set(language, made);
  return made;
}

/** Returns a sentence of the server in the language of the screen; values that are words of the app are translated too; an unknown sentence stays English. */
export function sentenceText(sentence: string, translate: TFunction = t): string {
  const word = labelText(sentence, translate);
  if (word !== sentence || sentence === '') return word;
  for (const { pattern, holes, words } of templatesOf(i18next.language)) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const valueOf = (name: string, value: string) => (ownNames.has(name) ? value : sentenceText(value, translate));
    const values = Object.fromEntries(holes.map((name, at) => [name, valueOf(name, found[at + 1] ?? '')]));
    return words.replace(hole, (_, name: string) => values[name] ?? '');
  }
  return sentence;
}

/** Returns `sentenceText` for components, which render again when the language changes. */
export function useSentence(): (sentence: string) => string {
  const { t: translate } = useTranslation();
  return (sentence) => sentenceText(sentence, translate);
}
