/** Passwords that are guessed first. Source: docs/rules.md#password. */

/** Words that people choose as passwords, and those of this trade and program. */
const words =
  'password passwort passwd pass admin administrator root user guest login master manager owner waiter waitress cashier cook kitchen staff boss ' +
  'welcome hello letmein secret changeme change default system server computer internet windows test demo temp qwerty azerty iloveyou love lovely ' +
  'princess sunshine shadow monkey dragon superman batman spiderman pokemon naruto starwars football soccer baseball basketball hockey cricket ' +
  'liverpool arsenal chelsea barcelona realmadrid manchester united cheese chocolate coffee cookie banana orange cherry pepper ginger summer ' +
  'winter spring autumn january february march april june july august september october november december monday friday sunday flower butterfly ' +
  'angel angels jesus christ god allah bismillah mohamed muhammad ahmed ali hassan hussain ibrahim aminath fathimath michael jordan jennifer ' +
  'jessica charlie daniel thomas andrew robert george william ashley nicole samantha freedom whatever nothing trustno mustang ferrari mercedes ' +
  'killer hunter ranger soldier matrix access samsung iphone google facebook apple family forever friends friend baby babygirl honey mother ' +
  'father purple blue black white green silver golden diamond tigger maggie buster peanut jordan eagle tiger lion dolphin island lagoon reef ' +
  'beach ocean maldives dhivehi male atoll raajje restaurant cafe hotel resort bar shop store till pos sales money rufiyaa dollar the and you my';

/** Keys side by side, as people run a finger over them. */
const rows = [
  '01234567890',
  '147258369',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgb',
  '!@#$%^&*()',
];
const backwards = (text: string): string => [...text].toReversed().join('');
const runs = [...rows, ...rows.map(backwards)];

const common: ReadonlySet<string> = new Set([
  ...words.split(' '),
  ...runs.flatMap((row) =>
    [...row].flatMap((_, start) => [...row].slice(start + 2).map((__, more) => row.slice(start, start + 3 + more))),
  ),
]);
const longest = 30;
const signsForLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const withLetters = (text: string, one: string): string =>
  text.replace(/[0-9@$!]/g, (sign) => (sign === '1' || sign === '!' ? one : (signsForLetters[sign] ?? sign)));

/** Returns whether a text is nothing but a few of the pieces, one behind the other. */
function isMadeOf(text: string, pieces: ReadonlySet<string>, most: number): boolean {
  if (text === '') return true;
  if (most === 0) return false;
  for (let end = Math.min(longest, text.length); end > 1; end--)
    if (pieces.has(text.slice(0, end)) && isMadeOf(text.slice(end), pieces, most - 1)) return true;
  return false;
}

/** The words of a name, an email or the like that somebody would try. */
const wordsOf = (text: string): string[] =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].map((word) => word.toLowerCase()).filter((word) => word.length >= 3);

/**
 * Returns whether a password is among those that are guessed first: up to two common words or runs of keys, with any digits and signs around
 * them or in the place of letters, few different characters, or a short number. `about`: names of the person and the shop, which count as common.
 */
export function isWeakPassword(password: string, about: readonly string[] = []): boolean {
  const text = password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]/g, '');
  if (new Set(text).size < 5) return true;
  if (!/\p{L}/u.test(text) && text.length < 12) return true;
  const pieces = new Set([...common, ...about.flatMap(wordsOf)]);
  const once = text.replace(/^(.+?)\1+$/u, '$1');
  const cores = [text, once].flatMap((one) => [one, withoutEnds(one)]);
  return cores
    .filter((core) => core !== '')
    .flatMap((core) => [core, withLetters(core, 'i'), withLetters(core, 'l')])
    .some((core) => isMadeOf(core, pieces, 2));
}
