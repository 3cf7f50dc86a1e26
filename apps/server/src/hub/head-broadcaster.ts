import type { Group, Groups } from './group.ts';
import type { HubLog } from './log.ts';

/** Tells subscribed connections the head of their outlet's change log, so that whoever missed a message notices. */
export class HeadTeller {
  readonly #source: { readHead(outletId: number): Promise<number>; now(): number; readonly log: HubLog };
  readonly #groups: Groups;
  readonly #everyMs: number;

  constructor(
    source: { readHead(outletId: number): Promise<number>; now(): number; readonly log: HubLog },
    groups: Groups,
    everyMs: number,
  ) {
    this.#source = source;
    this.#groups = groups;
    this.#everyMs = everyMs;
  }

  /** Tells the outlets whose turn it is. */
  tick(now: number): void {
    for (const group of this.#groups.all()) if (now - group.headAt >= this.#everyMs) void this.#tell(group);
  }

  /** Tells all at once: messages may have been lost. */
  tellAll(): void {
    for (const group of this.#groups.all()) {
      // A reading that is under way may be too old; the next tick reads again.
      group.headAt = 0;
      void this.#tell(group);
    }
  }

  async #tell(group: Group): Promise<void> {
    if (group.readingHead) return;
    group.readingHead = true;
    group.headAt = this.#source.now();
    try {
      const seq = await this.#source.readHead(group.outletId);
      const message = { kind: 'invocation', target: 'Head', args: [{ outlet: group.outletId, seq }] } as const;
      group.broadcast(message, ({ subscribed }) => subscribed);
    } catch (error) {
      this.#source.log.error({ err: error, outlet: group.outletId }, 'hub: the head could not be read');
    } finally {
      group.readingHead = false;
    }
  }
}
