import { describe, expect, it } from 'vitest';
import { type Change, type ChangesAnswer, type Cursor, makeCursor } from './cursor.ts';

const change = (seq: number, id = seq) => ({ seq, entity: 'Bill', id, version: seq });

/** Creates a server with a change log and a cursor. `known`: the last change known from the device's last use. */
function setUp(start = 0, known: number | null = null) {
  const log: ReturnType<typeof change>[] = [];
  const applied: number[] = [];
  let resets = 0;
  const kept: number[] = [];
  const replayed: (number[] | null)[] = [];
  let isAway = false;
  let gate: Promise<void> = Promise.resolve();
  const head = () => log.at(-1)?.seq ?? start;
  const cursor = makeCursor({
    async fetchChanges(since): Promise<ChangesAnswer> {
      if (isAway) {
        await gate;
        throw new TypeError('Failed to fetch');
      }
      const answer = { head: head(), changes: log.filter(({ seq }) => seq > since) };
      await gate;
      return answer;
    },
    apply: (each: Change) => applied.push(each.seq),
    async reset() {
      resets += 1;
      return isAway ? null : head();
    },
    lastKnown: () => known,
    keep: (seq) => kept.push(seq),
    replay: (changes) => replayed.push(changes && changes.map(({ seq }) => seq)),
  });
  return {
    cursor,
    applied,
    log,
    kept,
    replayed,
    resets: () => resets,
    away: (value: boolean) => {
      isAway = value;
    },
    hold: () => {
      let open: () => void = () => undefined;
      gate = new Promise((done) => {
        open = done;
      });
      return open;
    },
  };
}

describe('change cursor', () => {
  it('[R18.21] applies hub changes in order and none twice', async () => {
    const { cursor, applied } = setUp(4);
    await cursor.catchUp();
    cursor.sync(change(5));
    cursor.sync(change(5));
    cursor.sync(change(6));
    cursor.sync(change(3));
    expect(applied).toEqual([5, 6]);
    expect(cursor.at()).toBe(6);
  });

  it('[R18.21] catches up once more when the hub was ahead of what was fetched, with its own change in between', async () => {
    const { cursor, applied, log, hold } = setUp(4);
    await cursor.catchUp();
    const open = hold();
    const caught = cursor.catchUp();
    // 5 is this device's own change and is not announced.
    log.push(change(5), change(6));
    cursor.sync(change(6));
    open();
    await caught;
    await expect.poll(() => applied).toEqual([5, 6]);
    expect(cursor.at()).toBe(6);
  });

  it('[R18.21] fetches what is missing when a number was left out', async () => {
    const { cursor, applied, log } = setUp();
    await cursor.catchUp();
    log.push(change(1), change(2), change(3));
    cursor.sync(change(3));
    await cursor.catchUp();
    expect(applied).toEqual([1, 2, 3]);
  });

  it('[R18.22] detects a lost message by the head alone', async () => {
    const { cursor, applied, log } = setUp();
    await cursor.catchUp();
    log.push(change(1));
    cursor.head(1);
    await cursor.catchUp();
    expect(applied).toEqual([1]);
    cursor.head(1);
    expect(applied).toEqual([1]);
  });

  it('holds changes that arrive during a catch-up until it is done', async () => {
    const { cursor, applied, log, hold } = setUp();
    await cursor.catchUp();
    log.push(change(1));
    const open = hold();
    const caught = cursor.catchUp();
    await Promise.resolve();
    log.push(change(2));
    cursor.sync(change(2));
    open();
    await caught;
    expect(applied).toEqual([1, 2]);
    expect(cursor.at()).toBe(2);
  });

  it('keeps its position while the server is unreachable, and catches up later', async () => {
    const { cursor, applied, log, away } = setUp();
    await cursor.catchUp();
    away(true);
    log.push(change(1));
    cursor.sync(change(2));
    await cursor.catchUp();
    expect(cursor.at()).toBe(0);
    away(false);
    log.push(change(2));
    cursor.head(2);
    await cursor.catchUp();
    expect(applied).toEqual([1, 2]);
  });

  it.each([
    ['a head', (cursor: Cursor) => cursor.head(2)],
    ['a hint', (cursor: Cursor) => cursor.sync(change(2))],
  ])('[R18.22] tries again at once when %s arrives while a fetch fails', async (_what, notifyCursor) => {
    const { cursor, applied, log, away, hold } = setUp();
    await cursor.catchUp();
    away(true);
    const open = hold();
    const caught = cursor.catchUp();
    log.push(change(1), change(2));
    away(false);
    notifyCursor(cursor);
    open();
    await caught;
    await expect.poll(() => applied).toEqual([1, 2]);
  });

  it('reads everything at the start, and again when that failed', async () => {
    const { cursor, resets, away } = setUp(9);
    away(true);
    await cursor.catchUp();
    expect(cursor.at()).toBeNull();
    away(false);
    cursor.head(9);
    await cursor.catchUp();
    expect(cursor.at()).toBe(9);
    expect(resets()).toBeGreaterThanOrEqual(2);
  });

  it('[R35.3] replays, after a start without the server, changes since the device was last in use', async () => {
    const { cursor, log, away, replayed, kept } = setUp(4, 5);
    log.push(change(5), change(6), change(7));
    away(true);
    await cursor.catchUp();
    expect(replayed).toEqual([]);
    away(false);
    await cursor.catchUp();
    expect(replayed).toEqual([[6, 7]]);
    expect(kept.at(-1)).toBe(7);
    log.push(change(8));
    cursor.sync(change(8));
    expect(kept.at(-1)).toBe(8);
  });

  it.each([null, 9])(
    '[R35.3] replays nothing at a start that has missed nothing (last known change: %s)',
    async (known) => {
      const { cursor, replayed } = setUp(9, known);
      await cursor.catchUp();
      expect(replayed).toEqual([]);
    },
  );
});
