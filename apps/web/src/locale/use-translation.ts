/**
 * The hook of components for words. That of react-i18next copies the whole catalogue object for each component, and prepares at each render to fetch
 * words, which are always here. Components share one `t` until the language changes. Source: R34.6, docs/decisions/084-hook-for-words.md.
 */
import i18next, { type i18n, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

interface Words {
  readonly language: string;
  readonly t: TFunction;
  /** The catalogue; another object in each language, so that what was computed of it is computed again. */
  readonly i18n: i18n;
}

let words: Words | undefined;

function wordsNow(): Words {
  const { language } = i18next;
  if (words?.language !== language)
    words = { language, t: i18next.getFixedT(language, 'translation'), i18n: Object.create(i18next) as i18n };
  return words;
}

function subscribe(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}

export const useTranslation = (): Words => useSyncExternalStore(subscribe, wordsNow);
