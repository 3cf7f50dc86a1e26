/** Text sizes and breakpoints have names: a style sheet uses tokens, and a component uses the breakpoints of the style sheets. */
import { isTest, lineAt, type Problem, type TextFile } from './problem.ts';

const tokens = 'apps/web/src/styles/tokens.css';
const breakpoints = 'apps/web/src/styles/breakpoints.ts';

const unit = '(?:(?:px|pt|r?em|[sld]?v[wh])\\b|%)';
const rawSize = new RegExp(`(?<![\\w-])font(?:-size)?\\s*:[^;{}]*?(?<![\\w-])(?:\\d*\\.)?\\d+${unit}[^;{}]*`, 'g');
const rawMedia = /@media[^{]*\d[^{]*/g;
const rawQuery = /\(\s*(?:(?:min|max)-)?(?:width|height)\s*(?::|[<>])[^)]*\)/g;

const sizeAdvice = `Use a text size of ${tokens}, such as var(--text-s).`;
const mediaAdvice = `Use a breakpoint of ${breakpoints}`;

const comments = /\/\*[\s\S]*?\*\//g;
const blank = (text: string): string => text.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));

/** Returns each text size and each width or height of the screen that the web app writes as a number outside of its tokens. */
export function sizeProblems(files: readonly TextFile[]): Problem[] {
  return files
    .filter(({ path }) => path.startsWith('apps/web/') && path !== tokens && path !== breakpoints)
    .flatMap(({ path, text }) => {
      const code = blank(text);
      const find = (pattern: RegExp, what: string, advice: string): Problem[] =>
        [...code.matchAll(pattern)].map(({ index, 0: found }) => ({
          path,
          line: lineAt(code, index),
          message: `${what} '${found.trim().replace(/\s+/g, ' ')}'. ${advice}`,
        }));
      if (path.endsWith('.css')) {
        return [
          ...find(rawSize, 'Text size', sizeAdvice),
          ...find(rawMedia, 'Screen size', `${mediaAdvice}, such as @media (--phone).`),
        ];
      }
      return isTest(path) ? [] : find(rawQuery, 'Screen size', `${mediaAdvice}, such as breakpoints.phone.`);
    });
}
