/**
 * Buffers received bytes that are not read yet. The buffer doubles when it is full, so the work for a message grows only
 * with its length, even when the message arrives byte by byte.
 */
export class Inbox {
  #buffer: Buffer = empty;
  #length = 0;

  /** Appends `data`; returns all unread bytes. */
  add(data: Buffer): Buffer {
    if (this.#length === 0) {
      this.#buffer = data;
    } else {
      const needed = this.#length + data.length;
      if (needed > this.#buffer.length) {
        const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
        this.#buffer.copy(grown, 0, 0, this.#length);
        this.#buffer = grown;
      }
      data.copy(this.#buffer, this.#length);
    }
    this.#length += data.length;
    return this.#buffer.subarray(0, this.#length);
  }

  /** Drops the first `count` bytes. The rest is copied, so that the frame's memory can be freed. */
  drop(count: number): void {
    if (count === 0) return;
    this.#buffer = count === this.#length ? empty : Buffer.from(this.#buffer.subarray(count, this.#length));
    this.#length -= count;
  }
}

const empty = Buffer.alloc(0);
