/**
 * Checks the tests that docs/security.md names: each file exists, each title that follows it in italics is (a part of) one in that file, and each line
 * of a table of statements names both. Source: R36.32.
 */
import { lineAt, type Problem, type TextFile } from './problem.ts';

/** A test with the titles behind it: `hub/hub.test.ts` *a part of a title*, *another*. */
const cited = /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? \*[^*\n]+\*)*)/g;
const titlesOfFile =
  /(?:\b(?:it|test)(?:\.\w+)*(?:\([^)`]*\))?|\]\))\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|`([^`]+)`)/g;

/** The paths of code files as documents shorten them: `apps/server/src/hub/hub.test.ts` can be named by any of its ends. */
function filesNamed(name: string, code: readonly TextFile[]): TextFile[] {
  return code.filter(
    ({ path }) => `/${path}`.endsWith(`/${name}`) || `/${path.replace('/src/', '/')}`.endsWith(`/${name}`),
  );
}

/** Returns the titles of the tests in a file, as they are written there. */
const titlesIn = ({ text }: TextFile): string[] =>
  [...text.matchAll(titlesOfFile)].map((found) => (found[1] ?? found[2] ?? found[3] ?? '').replaceAll("\\'", "'"));

/** Returns the tests that a document names and that do not exist, or that could be several, with their line. */
function unknownTests({ path, text }: TextFile, code: readonly TextFile[]): Problem[] {
  return [...text.matchAll(cited)].flatMap((found) => {
    const [, name = '', behind = ''] = found;
    const files = filesNamed(name, code);
    const line = lineAt(text, found.index);
    const [file] = files;
    if (files.length !== 1 || !file) {
      const message =
        files.length === 0
          ? `There is no test '${name}'. Name the test that proves the sentence, or correct the sentence.`
          : `${files.length} tests end with '${name}'. Write more of its path.`;
      return [{ path, line, message }];
    }
    const titles = titlesIn(file);
    return [...behind.matchAll(/\*([^*]+)\*/g)]
      .map(([, title = '']) => title)
      .filter((title) => !titles.some((one) => one.includes(title)))
      .map((title) => ({
        path,
        line,
        message: `No test of '${name}' is called '${title}'. Write a part of the title of the test that proves the sentence.`,
      }));
  });
}

/** Returns the lines of tables with the last heading 'test' that name a test without a title, or neither a test nor why there is none ('none: …'). */
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
    if (!isBody || last.startsWith('none: ')) return [];
    const tests = [...last.matchAll(cited)];
    if (tests.length === 0)
      return [{ path, line: index + 1, message: "Name the test of this statement, or write 'none: ' and why." }];
    return tests
      .filter(([, , titles]) => titles === '')
      .map(([, name]) => ({
        path,
        line: index + 1,
        message: `Write behind '${name}' the title of its test, in italics.`,
      }));
  });
}

/** Returns what is wrong with the tests that a document names. `code`: all code files. */
export function namedTestProblems(document: TextFile, code: readonly TextFile[]): Problem[] {
  return [...unknownTests(document, code), ...untestedLines(document)];
}
