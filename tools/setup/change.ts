/** What setup changes, as data: the record of what it did, with how to take it back, is written to the disk. */

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether it may fail, such as the end of a task that does not run. */
  readonly mayFail?: true;
}

/** A program that tells whether a change is there: it ends with 0 and prints what the pattern finds. */
export interface Probe extends Command {
  readonly prints: string;
}

interface Common {
  readonly id: string;
  /** What the change does, and what taking it back does, as lines of the plan. */
  readonly says: string;
  readonly undoes: string;
}

/** A folder. Only an empty one is taken back. */
interface FolderChange extends Common {
  readonly kind: 'folder';
  readonly path: string;
  readonly mode: number;
  readonly owner: string | null;
}

/** A whole file. */
interface FileChange extends Common {
  readonly kind: 'file';
  readonly path: string;
  readonly content: string;
  readonly mode: number;
  readonly encoding: 'utf8' | 'utf16le';
  /** Run after the file was written, and after it was taken back. */
  readonly afterwards: readonly Command[];
}

/** Values in a file of variables, whose other lines stay as they are. A value of null is absent. */
export interface SettingsChange extends Common {
  readonly kind: 'settings';
  readonly path: string;
  readonly values: Readonly<Record<string, string | null>>;
  readonly mode: number;
  readonly group: string | null;
}

interface CommandChange extends Common {
  readonly kind: 'command';
  readonly isDone: Probe;
  readonly do: readonly Command[];
  readonly undo: readonly Command[];
  /** Done again when one of these changes was done. */
  readonly redoWith: readonly string[];
  /** Not taken back while this path is there, and why. */
  readonly keepWhile: { readonly path: string; readonly why: string } | null;
}

export type Change = FolderChange | FileChange | SettingsChange | CommandChange;

/** Returns a command. */
export const command = (program: string, ...args: readonly string[]): Command => ({ program, args });

/** Returns the change of a program. */
export const byCommand = (
  change: Pick<CommandChange, 'id' | 'says' | 'undoes' | 'isDone' | 'do' | 'undo'> & Partial<CommandChange>,
): CommandChange => ({ redoWith: [], keepWhile: null, ...change, kind: 'command' });

/** Returns a text as a part of a pattern that finds only it. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
