/** What a check found: a place, and what to do instead. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** A file as the checks read it. `path` is relative to the project, with forward slashes. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Returns whether a file is a test or belongs to tests only. */
export function isTest(path: string): boolean {
  return /\.(?:test|spec)\.(?:ts|tsx)$/.test(path) || /(?:^|\/)(?:testing|e2e)\//.test(path);
}

/** Returns whether a file holds code of the project. */
export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|mjs)$/.test(path);
}

/** Returns the line, from 1, of a position in a text. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let index = text.indexOf('\n'); index >= 0 && index < position; index = text.indexOf('\n', index + 1)) line++;
  return line;
}
