/**
 * The page for a browser that blocks storage: shows what to allow and offers to try again. Plain elements, because the
 * React parts need storage.
 */
import { enParts } from '../locale/en/parts.ts';
import { directionOf, languages } from '../locale/languages.ts';
import styles from './storage-blocked.module.css';

type BlockedWords = Readonly<Record<keyof typeof enParts.blocked, string>>;

/** Returns the texts in the language of the browser, since the chosen language is in the blocked storage. */
async function wordsOfBrowser(): Promise<{ words: BlockedWords; code: string }> {
  const code = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in languages) ?? 'en';
  const found = await languages[code]?.load().catch(() => undefined);
  const own = found?.words.blocked;
  return { words: { ...enParts.blocked, ...own }, code: own ? code : 'en' };
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Shows the page in place of the app. */
export async function showStorageBlocked(): Promise<void> {
  const { words, code } = await wordsOfBrowser();
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
  const card = document.createElement('main');
  card.className = styles['card'] ?? '';
  const again = element('button', words.again);
  again.type = 'button';
  again.addEventListener('click', () => location.reload());
  card.append(
    element('h1', words.title),
    element('p', words.why),
    element('p', words.allow.replace('{{host}}', location.host)),
    element('p', words.private),
    again,
  );
  document.getElementById('root')?.replaceChildren(card);
}
