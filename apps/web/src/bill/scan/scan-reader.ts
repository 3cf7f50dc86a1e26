/** Tells the keys of a barcode scanner from those of a person. Source: R35.23. */

const minLength = 4;
/** A burst of keys without Enter belongs to a code that was cut when the rest follows within this time. */
const cutWithinMs = 1000;

interface Key {
  /** The key's name: one character, 'Enter', or another. */
  readonly key: string;
  /** When it was pressed, ms. */
  readonly at: number;
}

/** What a key ended: a whole code, or one that was cut in two and must be scanned again. */
export type Scanned = { readonly code: string } | 'cut';

/**
 * Returns a function that reads one key after the other. A scanner types a code and Enter with at most `maxGapMs` between the keys. A
 * longer gap inside a code cuts it: nothing of it counts. Fewer than `minCut` keys before the gap were typed by a person.
 */
export function scanReader(maxGapMs: () => number, minCut = 1): (pressed: Key) => Scanned | undefined {
  let code = '';
  let last = Number.NEGATIVE_INFINITY;
  let isCut = false;
  return ({ key, at }) => {
    if (key !== 'Enter' && key.length !== 1) return undefined;
    const gap = at - last;
    last = at;
    const isScanning = gap <= maxGapMs();
    if (!isScanning) isCut = (code.length >= minCut || isCut) && gap <= cutWithinMs;
    if (key !== 'Enter') {
      code = isScanning ? code + key : key;
      return undefined;
    }
    const read = code;
    const wasCut = isCut && (isScanning || read.length >= minLength);
    code = '';
    isCut = false;
    if (wasCut) return 'cut';
    return isScanning && read.length >= minLength ? { code: read } : undefined;
  };
}
