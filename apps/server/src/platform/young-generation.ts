/**
 * The size of the heap's young generation. Without a limit it grows while the program is loaded and again under load,
 * and stays so: 20 to 60 MB that nothing needs. Limited while loading and then grown to what the calls need, it does
 * not slow them down.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the whole young generation; a larger one makes no call faster. */
const enough = 16 * 1024 * 1024;
const lookMs = 1000;

/** Keeps it at its first size. */
export function holdYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets it grow until it is large enough. */
export function growYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const look = setInterval(() => {
    const size = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < enough) return;
    holdYoungGeneration();
    clearInterval(look);
  }, lookMs);
  look.unref();
}
