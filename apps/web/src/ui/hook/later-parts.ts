/** The parts of the app that are fetched after the first screen. The module that uses a part declares it. */
type Fetch = () => Promise<unknown>;

const parts = new Set<Fetch>();
let isStarted = false;
let isHeld = false;

const tried = (fetchPart: Fetch): Promise<unknown> => fetchPart().catch(() => undefined);

/**
 * Declares a part. It is fetched with the others; one that is declared after them, such as a part of a screen that comes
 * with the sign-in, is fetched at once.
 */
export function declarePart(fetchPart: Fetch): void {
  parts.add(fetchPart);
  if (isStarted) void tried(fetchPart);
}

/** Lets parts that wait for the first screen wait until the parts are fetched; without that they are fetched when they are shown. */
export function holdParts(): void {
  isHeld = true;
  isStarted = false;
}

/** Returns whether the first screen is still to come. */
export const arePartsHeld = (): boolean => isHeld;

/**
 * Fetches all parts, so that they are in memory when the server is away. One that fails is fetched again when it is used,
 * and by the next call.
 */
export async function fetchLaterParts(): Promise<void> {
  isStarted = true;
  isHeld = false;
  await Promise.all([...parts].map(tried));
}
