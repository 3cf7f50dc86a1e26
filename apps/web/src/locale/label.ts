/** Words that stand in definitions: of entities, screens, reports, permissions and refusals. A language has its own for them by their English. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { t } from './locale.ts';

/** Answers a definition's word in the language of the screen; its own English when the language has none. */
export function labelText(word: string, say: TFunction = t): string {
  if (word === '') return '';
  // A word is its own name: it may hold points and colons.
  const named = { ns: 'label', keySeparator: false, nsSeparator: false, defaultValue: word };
  // Before the catalogue is there nothing is answered: the word itself will do.
  return (say as unknown as (key: string, options: typeof named) => string | undefined)(word, named) || word;
}

/** The same for components: they are shown anew in another language. */
export function useLabel(): (word: string) => string {
  const { t: say } = useTranslation();
  return (word) => labelText(word, say);
}
