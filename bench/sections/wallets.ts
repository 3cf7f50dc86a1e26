/** Measures the call by which a till finds a gift card by its code and holds an amount on it, among a few cards and among a million. Source: R22.3, R22.4. */
import { randomUUID } from 'node:crypto';
import { atMost, type Figure, quantile } from '../figure.ts';
import { HttpConnection } from '../load/http-connection.ts';
import { cpuOf } from '../process.ts';
import type { Run } from '../run.ts';
import { type Place, startServer } from '../server.ts';
import { signIn } from '../signed-in.ts';
import { fillCards, fillKnownCards } from '../wallets.ts';

const section = 'gift cards, embedded';

/** Calls before those that count. */
const warmUps = 200;

/** Measures the embedded server on a copy of the store. */
export async function measureWallets(run: Run): Promise<Figure[]> {
  const store = await run.embedded();
  const [outletId = 1] = store.outletIds;
  const place = await store.copy();
  const count = run.isQuick ? 20 : 2000;
  const codes = await fillKnownCards(place, outletId, count);
  const few = await holdTimes(run, place, outletId, codes);
  await fillCards(place, outletId, run.sizes.records);
  const many = await holdTimes(run, place, outletId, codes);
  const cards = run.sizes.records.toLocaleString('en');
  const noteOf = (before: number, what = '') => `${before.toFixed(2)} ms among ${count.toLocaleString('en')}${what}`;
  const cpu = `; ${many.cpuMs.toFixed(2)} and ${few.cpuMs.toFixed(2)} ms of processor a call`;
  const p99 = ({ times }: Held) => quantile(times, 0.99);
  return [
    {
      section,
      name: `card by its code among ${cards}, mean`,
      value: mean(many),
      unit: 'ms',
      budget: atMost(3),
      note: noteOf(mean(few), cpu),
    },
    { section, name: `card by its code among ${cards}, p99`, value: p99(many), unit: 'ms', note: noteOf(p99(few)) },
  ];
}

interface Held {
  /** ms of each call. */
  readonly times: readonly number[];
  /** Of the server, for each call. */
  readonly cpuMs: number;
}

const mean = ({ times }: Held): number => times.reduce((sum, one) => sum + one, 0) / times.length;

/** Returns how long a till waits for each code, one after another, each for another bill. */
async function holdTimes(run: Run, store: Place, outletId: number, codes: readonly string[]): Promise<Held> {
  const server = await startServer(store, run.flags);
  try {
    const { token } = await signIn(server.url, outletId);
    const connection = await HttpConnection.open(server.port);
    const headers = `authorization: Bearer ${token}\r\nx-outlet-id: ${outletId}\r\n`;
    const times: number[] = [];
    const first = run.isQuick ? [] : codes.slice(0, warmUps);
    let cpu = cpuOf(server.pid);
    for (const [place, code] of [...first, ...codes].entries()) {
      if (place === first.length) cpu = cpuOf(server.pid);
      const body = { key: randomUUID(), code, billKey: randomUUID(), amount: 100 };
      const startedAt = performance.now();
      const { status, body: text } = await connection.call('POST', '/api/fin/wallet/hold', headers, body);
      times.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`A card was answered with ${status}: ${text.toString('utf8').slice(0, 300)}`);
    }
    connection.close();
    return { times: times.slice(first.length), cpuMs: (cpuOf(server.pid) - cpu) / codes.length };
  } finally {
    await server.stop();
  }
}
