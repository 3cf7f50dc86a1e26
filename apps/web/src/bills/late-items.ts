/** Items that were saved offline and reached the server late. When one is sold out by then, the person is warned. */
import { create } from 'zustand';

interface LateItems {
  /** Keys of items that reached the server late. */
  readonly late: ReadonlySet<string>;
  /** Keys of items that a person decided to keep. */
  readonly kept: ReadonlySet<string>;
}

export const useLateItems = create<LateItems>()(() => ({ late: new Set(), kept: new Set() }));

export const markLate = (keys: readonly string[]): void =>
  useLateItems.setState(({ late }) => ({ late: new Set([...late, ...keys]) }));

export const keepItems = (keys: readonly string[]): void =>
  useLateItems.setState(({ kept }) => ({ kept: new Set([...kept, ...keys]) }));
