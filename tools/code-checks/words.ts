/** Comments, names and test titles are written in plain international English, with one word for one thing. */
import { commentsOf } from './comments.ts';
import { isCode, lineAt, type Problem, type TextFile } from './problem.ts';

interface Word {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words of comments and test titles. */
const inText: readonly Word[] = [
  { pattern: /(?:^\/\*\*|^\s*\*|^\/\/)\s*Answers?\b/gm, instead: 'Returns' },
  { pattern: /\breckon\w*/gi, instead: 'compute' },
  { pattern: /\bbefall\w*/gi, instead: 'happen to' },
  { pattern: /\bbefell\b/gi, instead: 'happened to' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: 'fix' },
  { pattern: /\bbegun\b/gi, instead: 'started' },
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\bmeanwhile\b/gi, instead: 'in the meantime' },
  { pattern: /\bwhence\b/gi, instead: 'from which' },
  { pattern: /\bhence\b/gi, instead: 'therefore' },
  { pattern: /\bbetimes\b/gi, instead: 'early' },
  { pattern: /\blest\b/gi, instead: 'so that … not' },
  { pattern: /\bunto\b/gi, instead: 'to' },
  { pattern: /\bheed\w*/gi, instead: 'respect' },
  { pattern: /\bfor ever\b/gi, instead: 'permanently' },
  { pattern: /\bof its own accord\b/gi, instead: 'automatically' },
  { pattern: /\bby (?:whose |the )?leave\b/gi, instead: 'approved by' },
  { pattern: /\bput(?:s|ting)? aside\b/gi, instead: 'archive (a store), fail (an entry)' },
  { pattern: /\bways? out\b/gi, instead: 'resolution' },
  { pattern: /\bdeeds?\b/gi, instead: 'action' },
  { pattern: /\blarder\b/gi, instead: 'demo stock' },
  { pattern: /\bwitness(?:ed|es)?\b/gi, instead: 'recorder' },
  { pattern: /\bthe wire\b/gi, instead: 'the API' },
];

/** Names in code. */
const inNames: readonly Word[] = [
  { pattern: /\bwhoDid\b/g, instead: 'onBehalfOf' },
  { pattern: /\bbyLeave\b/g, instead: 'approved' },
  { pattern: /\bmadeBy\b/g, instead: 'author' },
  { pattern: /\bHeadTeller\b/g, instead: 'HeadBroadcaster' },
  { pattern: /\bputAside\b/g, instead: 'archive' },
  { pattern: /\bwaysOut\b/g, instead: 'resolutions' },
  { pattern: /\bdeeds\b/g, instead: 'actions' },
  { pattern: /\blarder\b/g, instead: 'demoStock' },
  { pattern: /\bwitness\b/g, instead: 'recorder' },
  {
    pattern: /\b(?:const|let|readonly)\s+(?:most|least|usual|greatest|longest|shortest)[A-Z]\w*/g,
    instead: 'min…, max… or default…',
  },
];

const title = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** The last migration of a release. The server checks the hash of an applied migration, so its text cannot change (docs/migrations.md). */
const lastApplied = 19;

/** Returns whether a file is not checked: this check itself, which names the refused words, and applied migrations. */
function isExempt(path: string): boolean {
  if (path.startsWith('tools/code-checks/words')) return true;
  const migration = /\/migrations\/(\d{4})_[^/]*\.sql$/.exec(path);
  return migration !== null && Number(migration[1]) <= lastApplied;
}

/** Returns the words that others replace, each with the word to use. */
export function wordProblems(files: readonly TextFile[]): Problem[] {
  return files.filter(({ path }) => !isExempt(path)).flatMap((file) => problemsOf(file));
}

function problemsOf(file: TextFile): Problem[] {
  const comments = commentsOf(file);
  const titles = [...file.text.matchAll(title)].map((found) => ({
    start: found.index + found[0].lastIndexOf(found[2] ?? ''),
    text: found[2] ?? '',
  }));
  const words = [...comments, ...titles].flatMap(({ start, text }) => find(inText, text, start));
  const names = isCode(file.path) ? find(inNames, withoutComments(file.text, comments), 0) : [];
  return [...words, ...names].map(({ position, word, instead }) => ({
    path: file.path,
    line: lineAt(file.text, position),
    message: `'${word}': write '${instead}' instead.`,
  }));
}

function find(words: readonly Word[], text: string, offset: number) {
  return words.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((found) => ({
      position: offset + found.index,
      word: found[0].replace(/^[\s/*]+/, ''),
      instead,
    })),
  );
}

/** The text with spaces in the place of its comments, so that positions stay. */
function withoutComments(text: string, comments: ReturnType<typeof commentsOf>): string {
  return comments.reduce(
    (all, { start, text: comment }) =>
      all.slice(0, start) + comment.replace(/[^\n]/g, ' ') + all.slice(start + comment.length),
    text,
  );
}
