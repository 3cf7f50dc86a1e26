/** Translates the labels in the domain's definitions: entities, screens, reports, permissions and refusals. The English text is the key. */
import type { TFunction } from 'i18next';
import { t } from './locale.ts';
import { useTranslation } from './use-translation.ts';

/** Returns a definition's word in the language of the screen, or in English when the language has none. */
export function labelText(word: string, translate: TFunction = t): string {
  if (word === '') return '';
  // A word is its own key: it may contain points and colons.
  const named = { ns: 'label', keySeparator: false, nsSeparator: false, defaultValue: word };
  // Before the catalogue is loaded `translate` returns nothing: use the word itself.
  return (translate as unknown as (key: string, options: typeof named) => string | undefined)(word, named) || word;
}

/** Returns `labelText` for components, which render again when the language changes. */
export function useLabel(): (word: string) => string {
  const { t: translate } = useTranslation();
  return (word) => labelText(word, translate);
}
