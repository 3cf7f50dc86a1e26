/** The comments of a file, in whichever language it is written. */
import { parseSync } from 'rolldown/utils';
import { isCode, type TextFile } from './problem.ts';

export interface Comment {
  readonly start: number;
  readonly text: string;
}

/** Returns the comments of a file with their positions; those of CSS and SQL by their delimiters. */
export function commentsOf({ path, text }: TextFile): readonly Comment[] {
  if (isCode(path)) {
    return parseSync(path, text).comments.map(({ start, end }) => ({ start, text: text.slice(start, end) }));
  }
  const pattern = path.endsWith('.sql') ? /--[^\n]*/g : /\/\*[\s\S]*?\*\//g;
  return [...text.matchAll(pattern)].map((found) => ({ start: found.index, text: found[0] }));
}
