/**
 * The hosts of a database, one of which accepts writes: a primary and its standbys. The server finds that one by
 * itself, watches all of them and follows a promotion. Source: R34.8, docs/rules.md#database-hosts.
 */
import { hostOf, hostUrls } from '../../../config/database-url.ts';
import type { StoreLog } from '../../open-store.ts';
import { HostProbe, type HostState } from './probe.ts';

const watchMs = 1000;

/** No host of the address accepts writes. The code is the one that PostgreSQL gives for a write to a read-only database. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  readonly code = '25006';
  constructor(urls: readonly string[]) {
    super(
      `None of the database's hosts accepts writes: ${urls.map(hostOf).join(', ')}. Promote one, or name the primary`,
    );
  }
}

/** What a host said last: null when it did not answer. A host that was not asked yet has none. */
type Answers = Map<string, HostState | null>;

/** Returns the primary among hosts by what they said: of two that accept writes the one with the newer timeline, then the current one; null without one. */
function primaryOf(answers: Answers, current: string | null): string | null {
  const [primary] = [...answers]
    .flatMap(([url, state]) => (state?.acceptsWrites ? [{ url, timeline: state.timeline }] : []))
    .toSorted((a, b) => b.timeline.localeCompare(a.timeline) || Number(b.url === current) - Number(a.url === current));
  return primary?.url ?? null;
}

export class DatabaseHosts {
  readonly #urls: readonly string[];
  readonly #probes: readonly HostProbe[];
  readonly #log: Pick<StoreLog, 'warn'>;
  readonly #listeners: ((url: string) => void)[] = [];
  #current: string | null = null;
  readonly #answers: Answers = new Map();
  #finding: Promise<string> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(address: string, log: Pick<StoreLog, 'warn'>) {
    this.#urls = hostUrls(address);
    this.#probes = this.#urls.map((url) => new HostProbe(url));
    this.#log = log;
    const [only] = this.#urls;
    if (this.isOne && only !== undefined) this.#current = only;
  }

  /** Returns the URL of the host that accepts writes. With a single host it is that one, whatever it accepts. */
  async url(): Promise<string> {
    if (this.#current !== null) return this.#current;
    this.#finding ??= this.#find().finally(() => {
      this.#finding = null;
    });
    return this.#finding;
  }

  async #find(): Promise<string> {
    const asked = await Promise.allSettled(this.#probes.map((probe) => this.#ask(probe)));
    const errors = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    const primary = primaryOf(this.#answers, this.#current);
    if (primary === null) throw errors.length === this.#probes.length ? errors[0] : new NoPrimary(this.#urls);
    this.#current = primary;
    return primary;
  }

  async #ask(probe: HostProbe): Promise<void> {
    try {
      this.#answers.set(probe.url, await probe.ask());
    } catch (error) {
      this.#answers.set(probe.url, null);
      throw error;
    }
  }

  /** True when the address has a single host. */
  get isOne(): boolean {
    return this.#urls.length === 1;
  }

  /** Reports that a connection to the primary was lost or not opened: the next caller looks for the primary again. */
  forget(): void {
    if (this.isOne) return;
    if (this.#current !== null) this.#answers.delete(this.#current);
    this.#current = null;
  }

  /** Calls the listener with the new primary when it has changed. */
  onChange(listener: (url: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Begins to ask all hosts every second; a single host needs no watch. */
  watch(): void {
    if (!this.isOne) this.#timer ??= setInterval(() => this.#look(), watchMs).unref();
  }

  /** Asks each host by itself: one that does not answer delays nothing that another one says. */
  #look(): void {
    for (const probe of this.#probes)
      this.#ask(probe).then(
        () => this.#follow(),
        () => this.#follow(),
      );
  }

  /** Continues with the host that is the primary by the last answers, when each host has been asked. */
  #follow(): void {
    if (this.#timer === undefined || this.#answers.size < this.#probes.length) return;
    const before = this.#current;
    const primary = primaryOf(this.#answers, before);
    if (primary === null || primary === before) return;
    this.#current = primary;
    this.#log.warn(
      { host: hostOf(primary), before: before === null ? null : hostOf(before) },
      'another host of the database accepts writes now',
    );
    for (const listener of this.#listeners) listener(primary);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const probe of this.#probes) probe.close();
  }
}
