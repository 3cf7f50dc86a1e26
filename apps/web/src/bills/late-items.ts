/** Lines that reached the server late: of these a person is told when their item was sold out meanwhile. */
import { create } from 'zustand';

interface LateLines {
  /** Keys of lines that arrived late. */
  readonly late: ReadonlySet<string>;
  /** Keys of lines that a person has decided to keep. */
  readonly kept: ReadonlySet<string>;
}

export const useLateLines = create<LateLines>()(() => ({ late: new Set(), kept: new Set() }));

export const lateLines = (keys: readonly string[]): void =>
  useLateLines.setState(({ late }) => ({ late: new Set([...late, ...keys]) }));

export const keepLines = (keys: readonly string[]): void =>
  useLateLines.setState(({ kept }) => ({ kept: new Set([...kept, ...keys]) }));
