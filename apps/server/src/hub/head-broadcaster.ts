import type { Group, Groups } from './group.ts';
import type { HubLog } from './log.ts';
import type { Counters } from './stats.ts';

/** Sends subscribed connections the head of their outlet's change log, so that a client that missed a message notices it. */
export class HeadBroadcaster {
  readonly #source: { readHead(outletId: number): Promise<number>; now(): number; readonly log: HubLog };
  readonly #groups: Groups;
  readonly #everyMs: number;
  readonly #counters: Pick<Counters, 'headsSent' | 'headsMissed'>;

  constructor(
    source: { readHead(outletId: number): Promise<number>; now(): number; readonly log: HubLog },
    groups: Groups,
    everyMs: number,
    counters: Pick<Counters, 'headsSent' | 'headsMissed'>,
  ) {
    this.#source = source;
    this.#groups = groups;
    this.#everyMs = everyMs;
    this.#counters = counters;
  }

  /** Sends the head to the outlets that are due. */
  tick(now: number): void {
    for (const group of this.#groups.all()) if (now - group.headAt >= this.#everyMs) void this.#send(group);
  }

  /** Sends all heads at once, because messages may have been lost. */
  sendAll(): void {
    for (const group of this.#groups.all()) {
      // A read that is in progress may be outdated; the next tick reads again.
      group.headAt = 0;
      void this.#send(group);
    }
  }

  /** Counts a head; and a change that no message had told by the time of the next head. */
  #note(group: Group, seq: number): void {
    this.#counters.headsSent++;
    if (group.sentSeq > group.toldSeq) {
      this.#counters.headsMissed++;
      group.toldSeq = group.sentSeq;
    }
    // What is older than the first head was never told here.
    if (group.sentSeq === 0) group.toldSeq = Math.max(group.toldSeq, seq);
    group.sentSeq = seq;
  }

  async #send(group: Group): Promise<void> {
    if (group.readingHead) return;
    group.readingHead = true;
    group.headAt = this.#source.now();
    try {
      const seq = await this.#source.readHead(group.outletId);
      const message = { kind: 'invocation', target: 'Head', args: [{ outlet: group.outletId, seq }] } as const;
      group.broadcast(message, ({ subscribed }) => subscribed);
      this.#note(group, seq);
    } catch (error) {
      this.#source.log.error({ err: error, outlet: group.outletId }, 'hub: the head could not be read');
    } finally {
      group.readingHead = false;
    }
  }
}
