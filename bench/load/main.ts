/** The load, in its own process, so that its processor time is separate from what it measures. */
import { serveWorker, wait } from '../process.ts';
import { HttpConnection } from './http-connection.ts';
import { type Listener, listen } from './listener.ts';
import { Till, type TillPlace } from './till.ts';

const tills = new Map<string, Till>();
const crowd: Listener[] = [];

/** Returns a till that stays signed in between runs. */
async function tillOf(port: number, place: TillPlace): Promise<Till> {
  const name = `${port} ${place.email} ${place.outletId} ${place.slot}`;
  const known = tills.get(name) ?? new Till(port, place);
  tills.set(name, known);
  await known.ready();
  return known;
}

export interface CallsTask {
  readonly port: number;
  /** The server of each till, by its place in `places`; all use `port` without it. */
  readonly ports?: readonly number[];
  readonly places: readonly TillPlace[];
  /** Tills in each outlet that receive every change. */
  readonly listeners: number;
  readonly ms: number;
  /** The server finds prices and promotions, as for tills without the rules. */
  readonly isBlind?: boolean;
}

export interface CallsMeasured {
  readonly perSecond: number;
  readonly calls: number;
  readonly createMs: readonly number[];
  readonly payMs: readonly number[];
  readonly received: number;
  /** Promotions of the bills. */
  readonly applied: number;
}

/** Bills that a till plans ahead for each millisecond: more than it can open while eight tills share a server. */
const plannedPerMs = 0.1;

/** Each till opens and pays bills, one call after another, all tills at the same time. */
async function calls({ port, ports, places, listeners, ms, isBlind = false }: CallsTask): Promise<CallsMeasured> {
  const all = await Promise.all(places.map((place, till) => tillOf(ports?.[till] ?? port, place)));
  const outlets = new Map(all.map((till) => [till.place.outletId, till]));
  const listening = await Promise.all(
    [...outlets.values()].flatMap((till) =>
      Array.from({ length: listeners }, () => listen(port, till.place.outletId, till.token)),
    ),
  );
  const createMs: number[] = [];
  const payMs: number[] = [];
  let applied = 0;
  for (const till of all) till.prepare(Math.ceil(ms * plannedPerMs), isBlind);
  const startedAt = performance.now();
  const work = async (till: Till): Promise<void> => {
    while (performance.now() - startedAt < ms) {
      const at = performance.now();
      const bill = await till.create(isBlind);
      const opened = performance.now();
      await till.pay(bill);
      createMs.push(opened - at);
      payMs.push(performance.now() - opened);
      applied += bill.applied?.length ?? 0;
    }
  };
  await Promise.all(all.map(work));
  const count = createMs.length + payMs.length;
  const perSecond = (count * 1000) / (performance.now() - startedAt);
  const received = listening.reduce((sum, listener) => sum + listener.received, 0);
  for (const listener of listening) listener.close();
  return { perSecond, calls: count, createMs, payMs, received, applied };
}

export interface SyncTask {
  readonly port: number;
  readonly place: TillPlace;
  readonly listeners: readonly TillPlace[];
  readonly changes: number;
  readonly everyMs: number;
}

export interface SyncMeasured {
  /** From the request of one till to the message of the hub at each of the others. */
  readonly notifiedMs: readonly number[];
  /** From the request until the other till has fetched the bill. */
  readonly shownMs: readonly number[];
}

/** One till opens and pays; the others get the message and fetch the bill, as tills do. */
async function sync({ port, place, listeners, changes, everyMs }: SyncTask): Promise<SyncMeasured> {
  const till = await tillOf(port, place);
  const others = await Promise.all(listeners.map((one) => tillOf(port, one)));
  const own = await listen(port, place.outletId, till.token);
  till.connectionId = own.connectionId;
  const notifiedMs: number[] = [];
  const shownMs: number[] = [];
  let at = 0;
  let pending = 0;
  const listening = await Promise.all(others.map((other) => listen(port, place.outletId, other.token)));
  listening.forEach((listener, i) => {
    listener.onSync = ({ billId }) => {
      // The kitchen's tickets have their own changes.
      if (billId === null) return;
      notifiedMs.push(performance.now() - at);
      const sent = at;
      void others[i]?.get(`/api/bis/bills/find/${billId}`).then(() => {
        shownMs.push(performance.now() - sent);
        pending -= 1;
      });
    };
  });
  const change = async <T>(call: () => Promise<T>): Promise<T> => {
    pending = others.length;
    at = performance.now();
    const answer = await call();
    while (pending > 0 && performance.now() - at < 5000) await wait(1);
    if (pending > 0) throw new Error(`${pending} tills were not notified of a change within 5 s`);
    await wait(everyMs);
    return answer;
  };
  for (let done = 0; done < changes; done += 2) {
    const bill = await change(() => till.create());
    await change(() => till.pay(bill));
  }
  for (const listener of [own, ...listening]) listener.close();
  till.connectionId = '';
  return { notifiedMs, shownMs };
}

/** Opens that many connections to the hub and keeps them. */
async function gather({
  port,
  places,
  count,
}: {
  port: number;
  places: readonly TillPlace[];
  count: number;
}): Promise<number> {
  const all = await Promise.all(places.map((place) => tillOf(port, place)));
  for (let at = 0; at < count; at += 100) {
    const some = Array.from({ length: Math.min(100, count - at) }, (_, i) => {
      const till = all[(at + i) % all.length] as Till;
      return listen(port, till.place.outletId, till.token);
    });
    crowd.push(...(await Promise.all(some)));
  }
  return crowd.length;
}

/** Sends empty requests on so many connections; returns how many are answered in a second. */
async function knock({ port, connections, ms }: { port: number; connections: number; ms: number }): Promise<number> {
  const opened = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const startedAt = performance.now();
  let count = 0;
  const ask = async (connection: HttpConnection): Promise<void> => {
    while (performance.now() - startedAt < ms) {
      await connection.call('GET', '/');
      count += 1;
    }
  };
  await Promise.all(opened.map(ask));
  for (const connection of opened) connection.close();
  return (count * 1000) / (performance.now() - startedAt);
}

/** Tells tills of a new menu or new price rules. */
async function loadMenus({ port, places }: { port: number; places: readonly TillPlace[] }): Promise<void> {
  for (const place of places) await (await tillOf(port, place)).loadMenu();
}

async function leave(): Promise<void> {
  for (const one of crowd.splice(0)) one.close();
  for (const till of tills.values()) till.close();
  tills.clear();
}

/** Opens a shift where none is open. */
async function openShifts({ port, places }: { port: number; places: readonly TillPlace[] }): Promise<void> {
  for (const place of places) {
    const till = await tillOf(port, place);
    await till
      .post('/api/bis/shift/create', { key: crypto.randomUUID(), openingBalance: 50_000 })
      .catch((error: Error) => {
        if (!error.message.includes('answered 409')) throw error;
      });
  }
}

serveWorker({ calls, sync, gather, knock, leave, loadMenus, openShifts });
