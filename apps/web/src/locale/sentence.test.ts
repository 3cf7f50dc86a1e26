import { anyRefusal, refusalReasons } from '@atoll/domain/refusal/all-refusals';
import { type Sentence, sentences } from '@atoll/domain/refusal/sentence';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { languages, offeredLanguages } from './languages.ts';
import { changeLanguage, startLocale } from './locale.ts';
import { sentenceText } from './sentence.ts';

const hole = /\{\{(\w+)\}\}/g;
/** As the server fills a sentence in: with a name that no language knows. */
const filled = (sentence: string): string => sentence.replace(hole, (_, name: string) => `‹${name}›`);

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startLocale('en');
});
afterEach(async () => {
  if (i18next.isInitialized) await changeLanguage('en');
  vi.unstubAllGlobals();
});

describe.each(offeredLanguages)('sentences of the server in $name', ({ code }) => {
  it('[R19.1] translates each sentence and reason with the server’s values', async () => {
    await changeLanguage(code);
    const labels = (await languages[code]?.load())?.labels ?? {};
    const own = (words: string): string => filled(code === 'en' ? words : (labels[words] ?? ''));
    for (const sentence of sentences) expect(sentenceText(filled(sentence)), sentence).toBe(own(sentence));
    for (const reason of refusalReasons) {
      const { message } = anyRefusal(reason);
      expect(sentenceText(message), reason).toBe(code === 'en' ? message : labels[message]);
    }
  });
});

it('[R19.1] names the fields of a sentence in the language too, and what a sentence holds of another', async () => {
  await changeLanguage('dv');
  expect(sentenceText('Name is required' satisfies Sentence)).toBe('ނަން ޖެހުން ލާޒިމެވެ');
  expect(sentenceText('BlindClose: Must be one of Allow, Warn' satisfies Sentence)).toBe(
    'BlindClose: މީގެ ތެރެއިން އެއްޗަކަށް ވާންވާނެއެވެ: Allow, Warn',
  );
  expect(sentenceText('Tuna is low' satisfies Sentence)).toBe('Tuna މަދުވެއްޖެ');
  expect(sentenceText('Said by nobody')).toBe('Said by nobody');
});
