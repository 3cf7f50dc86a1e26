/** Checks that each citation in a comment leads somewhere: to a rule of docs/rules.md, to a requirement of docs/requirements.md, or to a record of docs/decisions. */
import { type Comment, commentsOf } from './comments.ts';
import { lineAt, type Problem, type TextFile } from './problem.ts';

/** What can be cited. */
export interface Sources {
  /** Anchors of docs/rules.md. */
  readonly rules: ReadonlySet<string>;
  /** Requirements (15.8) and their sections (15). */
  readonly requirements: ReadonlySet<string>;
  /** Numbers of decision records (008). */
  readonly decisions: ReadonlySet<string>;
}

/** Citations of documents that are not part of the repository. */
const unknown =
  /\bdecisions? [AB]\d+|\bdecisions B conventions|\([AB]\d{1,2}(?:, [AB]\d{1,2})*\)|\b(?:api|store|hub|print|web|ui|trust)\.md\b|\btrust \d+|\bhub rules?\b|\bspecification (?:section )?\d+|\barchitecture (?:section )?\d+/gi;

const advice = 'Cite a rule as docs/rules.md#anchor, or a requirement by its number, such as R15.8.';

/** Returns the names of the anchors of a document: `<a id="name"></a>`. Throws when a name is used twice. */
export function anchorsOf(document: string): ReadonlySet<string> {
  const names = [...document.matchAll(/<a id="([^"]+)"><\/a>/g)].map((found) => found[1] ?? '');
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new Error(`The anchor '${repeated}' is used twice in docs/rules.md. Rename one of them.`);
  return new Set(names);
}

/** Returns the numbers of the requirements that a document lists, and those of their sections. */
export function requirementsOf(document: string): ReadonlySet<string> {
  const numbers = [...document.matchAll(/^- \*\*R(\d+\.\d+)\*\*/gm)].map((found) => found[1] ?? '');
  return new Set(numbers.flatMap((number) => [number, number.split('.')[0] ?? '']));
}

/** This check and its test name citations that lead nowhere. */
const isExempt = (path: string): boolean => path.startsWith('tools/code-checks/citations');

/** Returns the citations that lead nowhere: of comments and test titles in code, of links in documents. */
export function citationProblems(files: readonly TextFile[], sources: Sources): Problem[] {
  return files
    .filter(({ path }) => !isExempt(path))
    .flatMap((file) => {
      const at = (position: number, message: string): Problem => ({
        path: file.path,
        line: lineAt(file.text, position),
        message,
      });
      const isDocument = file.path.endsWith('.md');
      const comments = isDocument ? [] : commentsOf(file);
      return [
        ...missingRules(file.text, sources).map(({ start, message }) => at(start, message)),
        ...missingRequirements(isDocument ? [] : [...comments, ...titleTags(file.text)], sources).map((one) =>
          at(one.start, one.message),
        ),
        ...comments.flatMap(({ start, text }) =>
          [...text.matchAll(unknown)].map((found) =>
            at(start + found.index, `'${found[0]}' is not in the repository. ${advice}`),
          ),
        ),
      ];
    });
}

interface Missing {
  readonly start: number;
  readonly message: string;
}

function missingRules(text: string, { rules, decisions }: Sources): Missing[] {
  const anchors = [...text.matchAll(/\brules\.md#([\w-]+)/g)].filter((found) => !rules.has(found[1] ?? ''));
  const records = [...text.matchAll(/\bdocs\/decisions\/(\d{3})/g)].filter((found) => !decisions.has(found[1] ?? ''));
  return [
    ...anchors.map((found) => ({
      start: found.index,
      message: `docs/rules.md has no anchor '${found[1]}'. ${advice}`,
    })),
    ...records.map((found) => ({
      start: found.index,
      message: `docs/decisions has no record ${found[1]}. ${advice}`,
    })),
  ];
}

/** The tags of test titles: `[R15.8]`. */
function titleTags(text: string): Comment[] {
  return [...text.matchAll(/\[R\d+(?:\.\d+)?\]/g)].map((found) => ({ start: found.index, text: found[0] }));
}

function missingRequirements(texts: readonly Comment[], { requirements }: Sources): Missing[] {
  return texts.flatMap(({ start, text }) =>
    [...text.matchAll(/\bR(\d{1,2}(?:\.\d{1,3})?)\b/g)]
      .filter((found) => !requirements.has(found[1] ?? ''))
      .map((found) => ({
        start: start + found.index,
        message: `docs/requirements.md has no ${found[0]}. Add its line there, or cite the requirement that is meant.`,
      })),
  );
}
