/** Caches that are bounded by bytes, so that the memory of a process does not grow with the number of outlets. Source: R34.14. */

/** A cache of at most so many bytes: what was not used for longest is dropped. The newest value is kept even when it alone is larger. */
export class ByteCache<K, V> {
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #entries = new Map<K, { readonly value: V; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The size of all values. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns a value and marks it as used. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value of a size, instead of the one before. */
  set(key: K, value: V, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes || this.#entries.size === 1) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}

/** What an object and each of its fields take in the heap, about. */
const objectBytes = 32;
const fieldBytes = 8;
/** A text with one such letter takes two bytes for each of its letters: all texts of Dhivehi do. */
const wideLetter = /[\u0100-\uffff]/;

/** Returns about how many bytes a value of plain objects, arrays, maps and texts takes in memory. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return objectBytes / 2 + value.length * (wideLetter.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 0;
  if (Buffer.isBuffer(value)) return objectBytes * 3 + value.length;
  let bytes = objectBytes;
  if (value instanceof Map) for (const [key, each] of value) bytes += 3 * fieldBytes + bytesOf(key) + bytesOf(each);
  else if (Array.isArray(value)) for (const each of value) bytes += fieldBytes + bytesOf(each);
  else for (const key in value) bytes += fieldBytes + bytesOf((value as Record<string, unknown>)[key]);
  return bytes;
}
