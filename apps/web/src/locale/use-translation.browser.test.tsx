import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../ui/hook/testing.tsx';
import { changeLanguage } from './locale.ts';
import { useTranslation } from './use-translation.ts';

const seen: ReturnType<typeof useTranslation>[] = [];

function Word() {
  const words = useTranslation();
  seen.push(words);
  return <p>{`${words.t('ui.save')} ${words.i18n.dir()}`}</p>;
}

const texts = (): (string | null)[] =>
  page
    .getByRole('paragraph')
    .elements()
    .map(({ textContent }) => textContent);

afterEach(async () => {
  clear();
  seen.splice(0);
  await changeLanguage('en');
});

it('[R34.6] gives all components the same words, without a catalogue of its own for each', async () => {
  await show([<Word key="1" />, <Word key="2" />]);
  await expect.poll(texts).toEqual(['Save ltr', 'Save ltr']);
  expect(new Set(seen.map(({ t }) => t)).size).toBe(1);
  expect(new Set(seen.map(({ i18n }) => i18n)).size).toBe(1);
});

it('shows all words in another language when it is chosen, and gives its direction', async () => {
  await show([<Word key="1" />, <Word key="2" />]);
  await expect.poll(texts).toEqual(['Save ltr', 'Save ltr']);
  await changeLanguage('dv');
  await expect.poll(texts).toEqual(['ސޭވްކުރޭ rtl', 'ސޭވްކުރޭ rtl']);
});
