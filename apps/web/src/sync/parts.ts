/** Which parts of the open outlet are loaded or missing, and how to retry. Source: R35.1. */
import { create } from 'zustand';
import type { CopyName } from '../storage/copy.ts';
import type { Loader, Progress } from './loader.ts';

export type PartName = CopyName;

/** A requested part. `hasCopy`: the server's last known data is used in its place. */
export interface Part extends Progress {
  readonly hasCopy: boolean;
}

export type Parts = Readonly<Partial<Record<PartName, Part>>>;

export const useParts = create<{ readonly parts: Parts }>()(() => ({ parts: {} }));

const asked: Part = { isLoaded: false, isSlow: false, failures: 0, hasCopy: false };
const loaders = new Map<PartName, Loader>();

function set(name: PartName, change: Partial<Part>): void {
  const { parts } = useParts.getState();
  useParts.setState({ parts: { ...parts, [name]: { ...asked, ...parts[name], ...change } } });
}

/** Reports the loading progress of a part. A loaded part stays usable while it is loaded again. */
export function reportPart(name: PartName, progress: Progress): void {
  const hasCopy = useParts.getState().parts[name]?.hasCopy ?? false;
  set(name, { ...progress, hasCopy: hasCopy || progress.isLoaded });
}

export const reportCopy = (name: PartName): void => set(name, { hasCopy: true });

/** Registers the loader of a part. */
export function addLoader(name: PartName, loader: Loader): void {
  loaders.set(name, loader);
}

/** Stops loading. `isSame`: the same outlet is loaded again and its parts stay usable; otherwise all are forgotten. */
export function stopParts(isSame: boolean): void {
  for (const loader of loaders.values()) loader.stop();
  const { parts } = useParts.getState();
  const kept = (Object.entries(parts) as [PartName, Part][]).map(([name, { hasCopy }]) => [
    name,
    { ...asked, hasCopy },
  ]);
  useParts.setState({ parts: isSame ? (Object.fromEntries(kept) as Parts) : {} });
}

/** Retries failed parts at once. */
export function retryParts(): void {
  for (const loader of loaders.values()) loader.retryNow();
}

const namesWhere = (parts: Parts, test: (part: Part) => boolean): PartName[] =>
  (Object.entries(parts) as [PartName, Part][]).filter(([, part]) => test(part)).map(([name]) => name);

/** Returns the missing parts that failed or take long. */
export const missingParts = (parts: Parts): PartName[] =>
  namesWhere(parts, ({ isLoaded, hasCopy, failures, isSlow }) => !isLoaded && !hasCopy && (failures > 0 || isSlow));

const minFailuresOfStale = 2;

/** Returns the parts that hold old data because the reload failed. */
export const staleParts = (parts: Parts): PartName[] =>
  namesWhere(parts, ({ isLoaded, hasCopy, failures }) => !isLoaded && hasCopy && failures >= minFailuresOfStale);

/** Waits for a part that is loading. Returns false as soon as an attempt fails; true for a part that was never requested. */
export function whenHere(name: PartName): Promise<boolean> {
  const failures = useParts.getState().parts[name]?.failures ?? 0;
  const found = ({ parts }: { readonly parts: Parts }): boolean | undefined => {
    const part = parts[name];
    if (!part || part.isLoaded || part.hasCopy) return true;
    return part.failures > failures ? false : undefined;
  };
  return new Promise((resolve) => {
    const now = found(useParts.getState());
    if (now !== undefined) return resolve(now);
    const stop = useParts.subscribe((state) => {
      const then = found(state);
      if (then === undefined) return;
      stop();
      resolve(then);
    });
  });
}
