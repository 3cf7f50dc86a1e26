/** Words that stand in the definitions of entities and reports: a language may have its own for them, under `label`. */
import { t } from './locale.ts';

/** Answers a definition's word in the language of the screen; its own English when the language has none. */
export function labelText(word: string): string {
  return t(`label.${word.replaceAll('.', '')}` as 'report.title', { defaultValue: word });
}
