/** Bytes that came and are not read yet. Grows by doubling, so that a message sent byte by byte costs no more than its length. */
export class Inbox {
  #buffer: Buffer = empty;
  #length = 0;

  /** All unread bytes with `data` at their end. */
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

  /** Forgets the first `count` bytes. What is left is copied: the frame it came in may go. */
  drop(count: number): void {
    if (count === 0) return;
    this.#buffer = count === this.#length ? empty : Buffer.from(this.#buffer.subarray(count, this.#length));
    this.#length -= count;
  }
}

const empty = Buffer.alloc(0);
