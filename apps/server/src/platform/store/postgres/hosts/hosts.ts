/**
 * The hosts of a database, one of which accepts writes: a primary and its standbys. The server finds that one by
 * itself, watches all of them and follows a promotion. Source: R34.8, docs/rules.md#database-hosts.
 */
import { hostOf, hostUrls } from '../../../config/database-url.ts';
import type { StoreLog } from '../../open-store.ts';
import { HostProbe } from './probe.ts';

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

interface Answer {
  readonly url: string;
  readonly timeline: string;
}

/** Returns the primary among some hosts, by its timeline where two accept writes, then the current one; null without one. */
async function findPrimary(
  probes: readonly HostProbe[],
  current: string | null,
): Promise<{ primary: Answer | null; errors: unknown[] }> {
  const results = await Promise.allSettled(probes.map(async (probe) => ({ url: probe.url, ...(await probe.ask()) })));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const [primary = null] = results
    .flatMap((result) => (result.status === 'fulfilled' && result.value.acceptsWrites ? [result.value] : []))
    .toSorted((a, b) => b.timeline.localeCompare(a.timeline) || Number(b.url === current) - Number(a.url === current));
  return { primary, errors };
}

export class DatabaseHosts {
  readonly #urls: readonly string[];
  readonly #probes: readonly HostProbe[];
  readonly #log: Pick<StoreLog, 'warn'>;
  readonly #listeners: ((url: string) => void)[] = [];
  #current: string | null = null;
  #finding: Promise<string> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

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
    const { primary, errors } = await findPrimary(this.#probes, this.#current);
    if (primary === null) throw errors.length === this.#probes.length ? errors[0] : new NoPrimary(this.#urls);
    this.#current = primary.url;
    return primary.url;
  }

  /** True when the address has a single host. */
  get isOne(): boolean {
    return this.#urls.length === 1;
  }

  /** Reports that a connection to the primary was lost or not opened: the next caller looks for the primary again. */
  forget(): void {
    if (!this.isOne) this.#current = null;
  }

  /** Calls the listener with the new primary when it has changed. */
  onChange(listener: (url: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Begins to ask all hosts every second; a single host needs no watch. */
  watch(): void {
    if (!this.isOne) this.#timer ??= setInterval(() => void this.#look(), watchMs).unref();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const before = this.#current;
    const { primary } = await findPrimary(this.#probes, this.#current);
    this.#isLooking = false;
    if (primary === null || primary.url === this.#current || this.#timer === undefined) return;
    this.#current = primary.url;
    this.#log.warn(
      { host: hostOf(primary.url), before: before === null ? null : hostOf(before) },
      'another host of the database accepts writes now',
    );
    for (const listener of this.#listeners) listener(primary.url);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const probe of this.#probes) probe.close();
  }
}
