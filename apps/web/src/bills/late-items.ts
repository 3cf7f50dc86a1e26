/** Items that reached the server late: the person is warned when such an item was sold out in the meantime. */
import { create } from 'zustand';

interface LateLines {
  /** Keys of items that arrived late. */
  readonly late: ReadonlySet<string>;
  /** Keys of items that a person decided to keep. */
  readonly kept: ReadonlySet<string>;
}

export const useLateLines = create<LateLines>()(() => ({ late: new Set(), kept: new Set() }));

export const lateLines = (keys: readonly string[]): void =>
  useLateLines.setState(({ late }) => ({ late: new Set([...late, ...keys]) }));

export const keepLines = (keys: readonly string[]): void =>
  useLateLines.setState(({ kept }) => ({ kept: new Set([...kept, ...keys]) }));
