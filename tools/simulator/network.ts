/**
 * The network between tills, server and kitchen printer, in simulated time: delay by chance, requests and answers that get lost, requests
 * that arrive twice, in another order than they were sent by others; a till that is cut off, a line that is dead without anybody knowing.
 */
import type { chance } from '@atoll/domain/bill/testing/bills';
import type { HelloAnswer } from '@atoll/domain/contract/platform/hub';
import { toSync } from '../../apps/server/src/hub/event.ts';
import type { CommittedChange } from '../../apps/server/src/platform/store/store.ts';
import type { Clock } from './clock.ts';
import type { LineEnd } from './device/till-hub.ts';
import { answerInPlace, type InPlace } from './in-place.ts';
import type { KitchenPrinter } from './kitchen-printer.ts';
import type { ServerAnswer, ShopServer } from './shop-server.ts';

export type Chance = ReturnType<typeof chance>;

/** Out of a hundred. */
export interface Weather {
  readonly lostRequests: number;
  readonly lostAnswers: number;
  readonly doubled: number;
  readonly longestDelayMs: number;
}

export const fair: Weather = { lostRequests: 0, lostAnswers: 0, doubled: 0, longestDelayMs: 20 };

/** How a till stands to the network. `dead`: what it sends is swallowed, and no answer ever comes. */
export type Reach = 'there' | 'cutOff' | 'dead';

interface Line {
  readonly till: number;
  /** What was said while the line was dead: it arrives when the line lives again. */
  readonly late: (() => void)[];
  /** When the last of what was said arrives. */
  heardAt: number;
  readonly end: LineEnd;
  readonly connectionId: string;
}

export interface Network {
  weather: Weather;
  readonly reach: readonly Reach[];
  /** A till is cut off, or reached again. */
  setReach(till: number, reach: Reach): void;
  /** What answers each till in the place of the server; null is nothing. */
  readonly inPlace: (InPlace | null)[];
  /** The server takes nothing until it stands again. */
  isServerUp: boolean;
  fetch(till: number, url: string, init: RequestInit): Promise<unknown>;
  /** The hub's side of a till. */
  dial(till: number, ticket: string, end: LineEnd): Promise<HelloAnswer>;
  hangUp(end: LineEnd): void;
  /** The lines of a till that died or was cut off, or of all. */
  breakLines(till?: number): void;
  /** The hub tells what was committed. */
  tell(changes: readonly CommittedChange[]): void;
  /** Every connection that hangs is found to be dead: what waits on one fails. */
  resetHanging(): void;
  /** When something was committed last. */
  lastCommitAt(): number;
  /** Does something on the server, in its turn; what fails there has no effect. */
  atServer(job: () => Promise<unknown>): void;
  /** Waits until what the server is at is done. */
  settled(): Promise<void>;
}

/** Browsers give a connection up that has said nothing for so long. */
const patienceMs = 300_000;
const headMs = 15_000;

interface Parts {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly server: ShopServer;
  readonly printer: KitchenPrinter;
  readonly tills: number;
  /** Told of every request that the server took. */
  readonly onServed: (words: string) => void;
  /** The server died with a command. */
  readonly onDeath: () => void;
}

const answerOf = ({ status, headers, body }: ServerAnswer): object => ({
  status,
  ok: status >= 200 && status < 300,
  headers: new Headers(headers),
  text: async () => body,
  json: async () => JSON.parse(body) as unknown,
});

/** Makes the network of a history. */
export function makeNetwork(parts: Parts): Network {
  const { clock, chance, server, printer, tills, onServed, onDeath } = parts;
  const lines = new Set<Line>();
  const reach: Reach[] = Array.from({ length: tills }, () => 'there');
  const hanging = new Set<() => void>();
  let dialled = 0;
  let lastCommit = 0;
  let answersInPlace = 0;
  let work: Promise<void> = Promise.resolve();
  const happens = (percent: number): boolean => percent > 0 && chance.below(100) < percent;
  const delay = (): number => 1 + chance.below(network.weather.longestDelayMs);

  /** The server does one thing after another; the simulation waits for it before time goes on. */
  function serve(job: () => Promise<void>): void {
    work = work.then(job);
  }

  /** No answer comes: sometimes the till notices soon, sometimes only by waiting. */
  function swallow(failed: () => void): void {
    if (chance.below(2) === 0) clock.after(delay(), failed);
    else hanging.add(failed);
  }

  function send(
    till: number,
    url: string,
    init: RequestInit,
    answered: (answer: ServerAnswer) => void,
    failed: () => void,
  ) {
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = {
      method: init.method ?? 'GET',
      url: path,
      headers,
      body: (init.body as string | undefined) ?? null,
    };
    const arrive = (isFirst: boolean): void => {
      if (!network.isServerUp) {
        if (isFirst) clock.after(delay(), failed);
        return;
      }
      serve(async () => {
        if (!network.isServerUp) return isFirst ? failed() : undefined;
        const kind = network.inPlace[till] ?? null;
        const other = kind === null ? null : await answerInPlace(kind, request, server, (answersInPlace += 1));
        const answer = other ?? (await server.handle(request));
        onServed(
          `${till} ${request.method} ${path.replace(/\/\d+$|=\d+/g, '#')} ${answer?.status ?? 'died'} ${gist(request.body)}`,
        );
        if (answer === null) {
          onDeath();
          return isFirst ? void clock.after(delay(), failed) : undefined;
        }
        if (!isFirst) return undefined;
        if (happens(network.weather.lostAnswers) || network.reach[till] !== 'there') return swallow(failed);
        clock.after(delay(), () => answered(answer));
      });
    };
    if (happens(network.weather.lostRequests)) return swallow(failed);
    clock.after(delay(), () => arrive(true));
    if (request.method !== 'GET' && happens(network.weather.doubled))
      clock.after(delay() + delay(), () => arrive(false));
  }

  /** What is said on a line arrives in the order in which it was said. */
  function later(line: Line, words: () => void): void {
    line.heardAt = Math.max(line.heardAt, clock.now() + delay());
    clock.after(line.heardAt - clock.now(), () => say(line, words));
  }

  function say(line: Line, words: () => void): void {
    if (!lines.has(line)) return;
    if (network.reach[line.till] === 'there') words();
    else line.late.push(words);
  }

  function print(body: string): { status: number; body: string } {
    return printer.take(JSON.parse(body) as Parameters<KitchenPrinter['take']>[0]);
  }

  const network: Network = {
    weather: fair,
    reach,
    inPlace: Array.from({ length: tills }, () => null),
    setReach(till, next) {
      reach[till] = next;
      if (next === 'cutOff') network.breakLines(till);
      if (next !== 'there') return;
      for (const line of lines) if (line.till === till) for (const words of line.late.splice(0)) words();
    },
    isServerUp: true,
    fetch(till, url, init) {
      return new Promise((resolve, reject) => {
        const fail = (): void => reject(new TypeError('Failed to fetch'));
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        clock.after(patienceMs, fail);
        if (!url.startsWith('/api/')) {
          // The print server stands beside the till: no cut reaches it, but it may be away or its answer lost.
          clock.after(delay(), () => {
            if (printer.isAway) return fail();
            const said = print(init.body as string);
            if (printer.losesAnswer()) return undefined;
            return resolve(answerOf({ ...said, headers: { 'content-type': 'application/json' } }));
          });
          return;
        }
        const from = reach[till];
        if (from === 'cutOff') clock.after(5, fail);
        else if (from === 'dead') hanging.add(fail);
        if (from !== 'there') return;
        send(till, url, init, (answer) => resolve(answerOf(answer)), fail);
      });
    },
    dial(till, ticket, end) {
      return new Promise((resolve, reject) => {
        clock.after(delay(), () => {
          const isBetween = (network.inPlace[till] ?? null) !== null;
          if (!network.isServerUp || isBetween || network.reach[till] !== 'there' || ticket === '')
            return reject(new Error('Not reached'));
          dialled += 1;
          const connectionId = `line-${dialled}`;
          lines.add({ till, late: [], heardAt: 0, end, connectionId });
          serve(async () => resolve({ connectionId, head: await headOf(server, end.outletId) }));
          return undefined;
        });
      });
    },
    hangUp(end) {
      for (const line of lines) if (line.end === end) lines.delete(line);
    },
    breakLines(till) {
      for (const line of lines) {
        if (till !== undefined && line.till !== till) continue;
        lines.delete(line);
        clock.after(delay(), () => line.end.onBroken());
      }
    },
    tell(changes) {
      lastCommit = clock.now();
      for (const change of changes) {
        const message = toSync(change);
        for (const line of lines) {
          if (line.connectionId === message.origin || line.end.outletId !== message.outlet) continue;
          later(line, () => line.end.onSync(message));
        }
      }
    },
    resetHanging() {
      for (const failed of hanging) clock.after(delay(), failed);
      hanging.clear();
    },
    lastCommitAt: () => lastCommit,
    atServer(job) {
      serve(async () => {
        await job();
      });
    },
    async settled() {
      for (let seen: Promise<void> | null = null; seen !== work; ) {
        seen = work;
        await seen;
      }
    },
  };

  const beat = (): void => {
    clock.after(headMs, beat);
    serve(async () => {
      for (const line of lines) {
        if (!network.isServerUp) continue;
        const head = { outlet: line.end.outletId, seq: await headOf(server, line.end.outletId) };
        later(line, () => line.end.onHead(head));
      }
    });
  };
  clock.after(headMs, beat);
  return network;
}

/** What a request is about, in a few words. */
function gist(body: string | null): string {
  if (body === null) return '';
  const { key, slot, version, from, to, items = [], status } = JSON.parse(body) as Record<string, unknown>;
  const lines = (items as readonly { readonly key?: string }[]).map((item) => item.key ?? item);
  return JSON.stringify({ key, slot, version, from, to, status, lines });
}

async function headOf(server: ShopServer, outletId: number): Promise<number> {
  const row = await server.store.readOutlet(outletId, (db) =>
    db.selectFrom('outlet_cursor').select('seq').where('outlet_id', '=', outletId).executeTakeFirst(),
  );
  return row?.seq ?? 0;
}
