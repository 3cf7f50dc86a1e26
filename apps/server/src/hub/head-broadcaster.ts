import type { HubDependencies } from './dependencies.ts';
import type { Group, Groups } from './group.ts';
import type { Counters } from './stats.ts';

type HeadSource = Pick<HubDependencies, 'readHeads' | 'now' | 'log'>;

/** Sends subscribed connections the head of their outlet's change log, so that a client that missed a message notices it. */
export class HeadBroadcaster {
  readonly #source: HeadSource;
  readonly #groups: Groups;
  readonly #everyMs: number;
  readonly #counters: Pick<Counters, 'headsSent' | 'headsMissed'>;

  constructor(
    source: HeadSource,
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
    void this.#send([...this.#groups.all()].filter(({ headAt }) => now - headAt >= this.#everyMs));
  }

  /** Sends all heads at once, because messages may have been lost. */
  sendAll(): void {
    const groups = [...this.#groups.all()];
    // A read that is in progress may be outdated; the next tick reads again.
    for (const group of groups) group.headAt = 0;
    void this.#send(groups);
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

  /** Reads the heads of groups by one query and sends each to its connections. */
  async #send(groups: readonly Group[]): Promise<void> {
    const asked = groups.filter(({ readingHead }) => !readingHead);
    if (asked.length === 0) return;
    const now = this.#source.now();
    for (const group of asked) {
      group.readingHead = true;
      group.headAt = now;
    }
    try {
      const heads = await this.#source.readHeads(asked.map(({ outletId }) => outletId));
      for (const group of asked) this.#tell(group, heads.get(group.outletId) ?? 0);
    } catch (error) {
      this.#source.log.error({ err: error, outlets: asked.length }, 'hub: the heads could not be read');
    } finally {
      for (const group of asked) group.readingHead = false;
    }
  }

  #tell(group: Group, seq: number): void {
    const message = { kind: 'invocation', target: 'Head', args: [{ outlet: group.outletId, seq }] } as const;
    group.broadcast(message, ({ subscribed }) => subscribed);
    this.#note(group, seq);
  }
}
