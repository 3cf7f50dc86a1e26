/** Checks that every test file that docs/security.md names exists, and that each line of its tables of statements names one. Source: R36.32. */
import { lineAt, type Problem, type TextFile } from './problem.ts';

const testName = /`([\w./-]+\.(?:test|spec)\.tsx?)`/g;

/** The paths of code files as documents shorten them: `apps/server/src/hub/hub.test.ts` can be named by any of its ends. */
function matches(name: string, paths: readonly string[]): number {
  return paths.filter(
    (path) => `/${path}`.endsWith(`/${name}`) || `/${path.replace('/src/', '/')}`.endsWith(`/${name}`),
  ).length;
}

/** Returns the test files that a document names and that do not exist, or that could be several, with their line. */
function unknownTests({ path, text }: TextFile, paths: readonly string[]): Problem[] {
  return [...text.matchAll(testName)].flatMap((found) => {
    const name = found[1] ?? '';
    const count = matches(name, paths);
    if (count === 1) return [];
    const message =
      count === 0
        ? `There is no test '${name}'. Name the test that proves the sentence, or correct the sentence.`
        : `${count} tests end with '${name}'. Write more of its path.`;
    return [{ path, line: lineAt(text, found.index), message }];
  });
}

/** Returns the lines of tables with the last heading 'test' that name neither a test nor why there is none ('none: …'). */
function untestedLines({ path, text }: TextFile): Problem[] {
  let isOfTests = false;
  return text.split('\n').flatMap((line, index) => {
    if (!line.startsWith('|')) {
      isOfTests = false;
      return [];
    }
    const last = line.split('|').at(-2)?.trim() ?? '';
    if (last === 'test') isOfTests = true;
    const isBody = isOfTests && last !== 'test' && !/^-+$/.test(last);
    if (!isBody || last.search(testName) >= 0 || last.startsWith('none: ')) return [];
    return [{ path, line: index + 1, message: "Name the test of this statement, or write 'none: ' and why." }];
  });
}

/** Returns what is wrong with the tests that a document names. `paths` are those of all code files. */
export function namedTestProblems(document: TextFile, paths: readonly string[]): Problem[] {
  return [...unknownTests(document, paths), ...untestedLines(document)];
}
