/**
 * The size of the heap's young generation. Without a limit it grows while the program is loaded and again under load,
 * and stays so: 20 to 60 MB that nothing needs. Limited while loading and then grown to what the calls need, it does
 * not slow them down.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Bytes of the whole young generation from which on it grows no more. With the embedded store a larger one makes no call faster. With PostgreSQL many calls
 * wait for the database at once, and each collection copies what they hold: a small one takes a fifth of the processor (R34.28).
 */
const enough = { embedded: 16 * 1024 * 1024, server: 64 * 1024 * 1024 };
const lookMs = 1000;

/** Keeps it at its first size. */
export function holdYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets it grow until it is large enough for a store. */
export function growYoungGeneration(store: keyof typeof enough): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const look = setInterval(() => {
    const size = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < enough[store]) return;
    holdYoungGeneration();
    clearInterval(look);
  }, lookMs);
  look.unref();
}
