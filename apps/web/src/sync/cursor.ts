/**
 * The change cursor: which changes of the outlet this device has seen, so that none is missed. The hub numbers them without gaps. Source:
 * docs/rules.md#change-cursor.
 */
export interface NumberedChange {
  readonly seq: number;
  readonly entity: string;
  readonly id: number | null;
  readonly version: number;
}

export interface Change extends NumberedChange {
  /** False for changes of a bulk catch-up: the person sees no message about them. */
  readonly showsMessage: boolean;
}

export type ChangesAnswer =
  | { readonly head: number; readonly changes: readonly NumberedChange[] }
  | { readonly head: number; readonly reset: true };

export interface CursorPort {
  /** Fetches all changes after a number. */
  readonly fetchChanges: (since: number) => Promise<ChangesAnswer>;
  readonly apply: (change: Change) => void;
  /** Reads everything from the server. Returns the number of its last change, or null when the server was not reached. */
  readonly reset: () => Promise<number | null>;
  /** Returns the last change known before the start; null without one. */
  readonly lastKnown: () => number | null;
  /** Stores the number of the last change for the next start. */
  readonly keep: (seq: number) => void;
  /** Applies the changes between `lastKnown` and a reset at the start; null means more changes than the server lists. */
  readonly replay: (changes: readonly NumberedChange[] | null) => void;
}

export interface Cursor {
  readonly at: () => number | null;
  /** Takes a numbered change from the hub. */
  sync(change: NumberedChange): void;
  /** Takes the number of the latest change. */
  head(seq: number): void;
  /** Fetches missed changes. Resolves when they are applied, or the server could not be reached. */
  catchUp(): Promise<void>;
}

interface Position {
  readonly at: () => number | null;
  readonly isNext: (seq: number) => boolean;
  readonly moveTo: (seq: number) => void;
  /** Fetches missed changes. Returns whether the server was reached. */
  readonly fetchMissed: () => Promise<boolean>;
}

/** Returns the number of the last change that was applied, and how the ones after it are read from the server. */
function makePosition({ fetchChanges, apply, reset, lastKnown, keep, replay }: CursorPort): Position {
  let at: number | null = null;

  function moveTo(seq: number): void {
    at = Math.max(seq, at ?? 0);
    keep(at);
  }

  /** Reads everything, then replays the changes missed since the device was last in use. Returns whether the server was reached. */
  async function begin(): Promise<boolean> {
    const isStart = at === null;
    const since = lastKnown();
    const head = await reset();
    if (head === null) return false;
    if (!isStart) replay(null);
    // A device that was never used here has just read everything.
    else if (since !== null && since !== head) {
      const answer = await fetchChanges(since);
      replay('reset' in answer ? null : answer.changes);
    }
    moveTo(head);
    return true;
  }

  async function fetchMissed(): Promise<boolean> {
    const answer = at === null ? null : await fetchChanges(at);
    if (answer === null || 'reset' in answer) return begin();
    for (const change of answer.changes) {
      if (change.seq > (at ?? 0)) apply({ ...change, showsMessage: true });
    }
    moveTo(answer.head);
    return true;
  }

  return { at: () => at, isNext: (seq) => at !== null && seq === at + 1, moveTo, fetchMissed };
}

export function makeCursor(port: CursorPort): Cursor {
  const { apply } = port;
  const position = makePosition(port);
  let catching: Promise<void> | null = null;
  let askedAgain = false;
  /** A hub message arrived during a catch-up: the server is reachable, though the fetch may fail. */
  let isHintReceived = false;
  let buffer: NumberedChange[] = [];

  function take(change: NumberedChange): void {
    const at = position.at();
    if (at !== null && change.seq <= at) return;
    if (at === null || change.seq > at + 1) {
      buffer.push(change);
      void catchUp();
      return;
    }
    position.moveTo(change.seq);
    apply({ ...change, showsMessage: true });
  }

  function catchUp(): Promise<void> {
    if (catching) {
      askedAgain = true;
      return catching;
    }
    let isReached = true;
    catching = (async () => {
      do {
        askedAgain = false;
        isHintReceived = false;
        // Not reached, and no hub message arrived: the next change, head or poll tries again.
        isReached = await position.fetchMissed().catch(() => false);
      } while (isReached ? askedAgain : isHintReceived);
    })().finally(() => {
      catching = null;
      const waiting = buffer.sort((a, b) => a.seq - b.seq);
      buffer = [];
      // Changes still ahead cause another catch-up; after a failure they are dropped, and the next head shows the gap again.
      for (const change of waiting) if (isReached || position.isNext(change.seq)) take(change);
    });
    return catching;
  }

  return {
    at: position.at,
    sync(change) {
      isHintReceived = true;
      if (catching) buffer.push(change);
      else take(change);
    },
    head(seq) {
      isHintReceived = true;
      const at = position.at();
      if (!catching && (at === null || seq > at)) void catchUp();
      else if (catching && at !== null && seq > at) askedAgain = true;
    },
    catchUp,
  };
}
