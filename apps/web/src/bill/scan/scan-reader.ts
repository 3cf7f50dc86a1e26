/** Tells the keys of a barcode scanner from those of a person. Source: R35.23. */

const minLength = 4;
/** A burst of keys without Enter belongs to a code that was cut when the rest follows within this time. */
const cutWithinMs = 1000;

interface Key {
  /** The key's name: one character, 'Enter', or another. */
  readonly key: string;
  /** When it was pressed, ms. */
  readonly at: number;
  /** A row that begins with this key and has fewer keys was typed by a person. */
  readonly minCut?: number;
}

/** What a key ended: a whole code, or one that was cut in two and must be scanned again. */
export type Scanned = { readonly code: string } | 'cut';

/**
 * Returns a function that reads one key after the other. A scanner types a code and Enter with at most `maxGapMs` between the keys. A
 * longer gap inside a code cuts it: nothing of it counts.
 */
export function scanReader(maxGapMs: () => number): (pressed: Key) => Scanned | undefined {
  let code = '';
  let minCut = 1;
  let last = Number.NEGATIVE_INFINITY;
  let isCut = false;
  return ({ key, at, minCut: minRow = 1 }) => {
    if (key !== 'Enter' && key.length !== 1) return undefined;
    const gap = at - last;
    last = at;
    const isScanning = gap <= maxGapMs();
    if (!isScanning) isCut = (code.length >= minCut || isCut) && gap <= cutWithinMs;
    if (key !== 'Enter') {
      if (!isScanning || code === '') minCut = minRow;
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
