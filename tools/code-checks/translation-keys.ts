/** Words of the catalogue that no screen uses. */
import { isTest, type Problem, type TextFile } from './problem.ts';

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** Returns the path of each word of a catalogue; forms of plural count as one word. */
export function keysOf(catalogue: Catalogue, before = ''): string[] {
  const keys = Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [before + key.replace(/_(?:zero|one|two|few|many|other)$/, '')]
      : keysOf(value, `${before}${key}.`),
  );
  return [...new Set(keys)];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the patterns of keys that a text composes: `stock.kind.${kind}` uses every word of stock.kind. */
function patternsOf(text: string): RegExp[] {
  const templates = [...text.matchAll(/`([^`\s]*\$\{[^`]*)`/g)].map((found) => found[1] ?? '');
  return templates
    .map((template) => template.split(/\$\{[^}]*\}/))
    .filter((parts) => /^[a-z]\w*\./i.test(parts[0] ?? '') && parts.every((part) => /^[\w.]*$/.test(part)))
    .map((parts) => new RegExp(`^${parts.map(escaped).join('.+')}$`));
}

/** Returns the patterns of groups that a text reads from the English catalogue itself: `enParts.blocked`. */
const groupsReadIn = (text: string): RegExp[] =>
  [...text.matchAll(/\ben[A-Z]\w*\.(\w+)\b/g)].map((found) => new RegExp(`^${found[1]}\\.`));

/** Returns the words that no file of the web app names, neither whole nor put together. Files of the catalogue and tests do not count. */
export function translationProblems(catalogue: Catalogue, files: readonly TextFile[]): Problem[] {
  const screens = files.filter(
    ({ path }) => path.startsWith('apps/web/src/') && !path.startsWith('apps/web/src/locale/en') && !isTest(path),
  );
  const named = new Set(
    screens.flatMap(({ text }) => [...text.matchAll(/(['"`])([a-z]\w*(?:\.\w+)+)\1/gi)].map((found) => found[2] ?? '')),
  );
  const patterns = screens.flatMap(({ text }) => [...patternsOf(text), ...groupsReadIn(text)]);
  return keysOf(catalogue)
    .filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)))
    .map((key) => ({
      path: 'apps/web/src/locale/en/en.ts',
      line: 1,
      message: `No screen uses '${key}'. Remove it from every language, or use it.`,
    }));
}
