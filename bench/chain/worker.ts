/** A part of the chain's tills, in a process of its own. */
import { type Listener, listen } from '../load/listener.ts';
import { Till, type TillPlace } from '../load/till.ts';
import { serveWorker, wait } from '../process.ts';

interface Outlet {
  readonly till: Till;
  readonly listeners: Listener[];
  /** When the call under way was sent; 0 while there is none. */
  sentAt: number;
}

const outlets: Outlet[] = [];
const atOnce = 20;

/** Does something for each, some at once. */
async function forEach<T>(all: readonly T[], work: (one: T, index: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce)
    await Promise.all(all.slice(at, at + atOnce).map((one, index) => work(one, at + index)));
}

/** Signs the keeper of each outlet in and opens the shift. */
async function open({ ports, places }: { ports: readonly number[]; places: readonly TillPlace[] }): Promise<void> {
  await forEach(places, async (place, index) => {
    const till = new Till(ports[index % ports.length] ?? 0, place);
    await till.ready();
    await till.post('/api/bis/shift/create', { key: crypto.randomUUID(), openingBalance: 50_000 });
    outlets.push({ till, listeners: [], sentAt: 0 });
  });
}

/** Connects the tills of each outlet to the hub, each to another server than the one before. */
async function connect({ ports, tills }: { ports: readonly number[]; tills: number }): Promise<number> {
  await forEach(outlets, async ({ till, listeners }, index) => {
    for (let number = 0; number < tills; number += 1)
      listeners.push(await listen(ports[(index + number) % ports.length] ?? 0, till.place.outletId, till.token));
    // The first of them sells.
    till.connectionId = listeners[0]?.connectionId ?? '';
  });
  return outlets.reduce((sum, { listeners }) => sum + listeners.length, 0);
}

export interface LunchTask {
  /** Bills in a second, of all outlets of this worker together. */
  readonly rate: number;
  readonly ms: number;
  /** Every how many bills somebody looks at the dashboard. */
  readonly reportEvery: number;
}

export interface LunchMeasured {
  readonly bills: number;
  readonly calls: number;
  readonly createMs: readonly number[];
  readonly payMs: readonly number[];
  readonly reportMs: readonly number[];
  /** From the start of a call until its message was on another till. */
  readonly hintMs: readonly number[];
  /** Bills that were due while every outlet was still busy with one. */
  readonly late: number;
}

/** Opens and pays bills at a fixed rate, each in another outlet; the other tills of the outlet get the messages. */
async function lunch({ rate, ms, reportEvery }: LunchTask): Promise<LunchMeasured> {
  const [createMs, payMs, reportMs, hintMs] = [[] as number[], [] as number[], [] as number[], [] as number[]];
  for (const outlet of outlets)
    for (const listener of outlet.listeners.slice(1))
      listener.onSync = ({ billId }) => {
        // The kitchen's tickets have messages of their own.
        if (billId !== null && outlet.sentAt > 0) hintMs.push(performance.now() - outlet.sentAt);
      };
  const timed = async <T>(outlet: Outlet, into: number[], call: () => Promise<T>): Promise<T> => {
    outlet.sentAt = performance.now();
    const answer = await call();
    into.push(performance.now() - outlet.sentAt);
    return answer;
  };
  const sell = async (outlet: Outlet, isReported: boolean): Promise<void> => {
    await outlet.till.ready();
    const bill = await timed(outlet, createMs, () => outlet.till.create());
    await wait(200);
    await timed(outlet, payMs, () => outlet.till.pay(bill));
    await wait(200);
    outlet.sentAt = 0;
    if (isReported) await timed({ ...outlet }, reportMs, () => outlet.till.get('/api/app/dashboard'));
  };
  const running = new Set<Promise<void>>();
  const busy = new Set<Outlet>();
  const startedAt = performance.now();
  let [bills, late, next] = [0, 0, 0];
  while (performance.now() - startedAt < ms) {
    const dueMs = startedAt + (bills + late) * (1000 / rate) - performance.now();
    if (dueMs > 0) await wait(dueMs);
    let outlet = outlets[next++ % outlets.length];
    for (let tries = 0; outlet && busy.has(outlet) && tries < outlets.length; tries += 1)
      outlet = outlets[next++ % outlets.length];
    if (!outlet || busy.has(outlet)) {
      late += 1;
      continue;
    }
    bills += 1;
    const own = outlet;
    busy.add(own);
    const sale = sell(own, bills % reportEvery === 0).finally(() => {
      busy.delete(own);
      running.delete(sale);
    });
    running.add(sale);
  }
  await Promise.all(running);
  return { bills, calls: createMs.length + payMs.length + reportMs.length, createMs, payMs, reportMs, hintMs, late };
}

async function leave(): Promise<void> {
  for (const { till, listeners } of outlets.splice(0)) {
    for (const listener of listeners) listener.close();
    till.close();
  }
}

serveWorker({ open, connect, lunch, leave });
