/**
 * Measures opening and paying bills in an outlet with 50 promotions and 10 price lists, and in one that was made alike without any, in turn on the same
 * server. Tills send the prices and promotions that they show, as the web app does. Source: R21.9, R21.23.
 */
import { randomUUID } from 'node:crypto';
import { addDays } from '../../packages/domain/src/date/business-day.ts';
import { atLeast, type Figure, median } from '../figure.ts';
import type { CallsMeasured } from '../load/main.ts';
import { cpuOf, startWorker, type Worker } from '../process.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { type BenchStore, keepers, tillPlaces } from '../store.ts';
import { promotionFields } from './planning.ts';

/** Rules of a shop: of each five one counts now. Or each rule counts at any time. */
type Kind = 'shop' | 'always';

interface Sold {
  readonly id: number;
  readonly sizes: readonly { readonly sellingPrice: number }[];
}

/** Publishes 50 promotions of every type and 10 price lists. */
export async function addRules(keeper: SignedIn, kind: Kind): Promise<void> {
  const menus = JSON.parse((await keeper.call('/bis/menu/get')).text) as { categories: { menuItems: Sold[] }[] }[];
  const sold = menus.flatMap(({ categories }) => categories.flatMap(({ menuItems }) => menuItems));
  const published = (name: string) => ({ key: randomUUID(), name, status: 'Published' });
  for (let n = 0; n < 50; n += 1)
    await keeper.call('/bis/price/promotion/create', {
      ...published(`Promotion ${n + 1}`),
      ...promotionOf(n, sold, kind),
    });
  for (let n = 0; n < 10; n += 1)
    await keeper.call('/bis/price/list/create', {
      ...published(`List ${n + 1}`),
      ...listOf(n, sold, kind),
    });
}

function promotionOf(n: number, sold: readonly Sold[], kind: Kind) {
  const fields = promotionFields(
    n,
    sold.map(({ id }) => id),
  );
  if (kind === 'always') return fields;
  // A guest spends some hundred rufiyaa for a discount on all of it.
  const spend = fields.type === 'BillOff' && { minSpend: 30_000 + 1000 * n };
  return { ...fields, ...spend, ...timesOf(Math.floor(n / 5)) };
}

/** A list has the prices of all items, or of a shop's of each fifth one. */
function listOf(n: number, sold: readonly Sold[], kind: Kind) {
  const listed = kind === 'always' ? sold : sold.filter((_, place) => place % 5 === n % 5);
  const prices = listed.map(({ id, sizes }) => ({
    menuItemId: id,
    price: Math.max(1, (sizes[0]?.sellingPrice ?? 100) - n),
  }));
  const shared = { kind: n % 2 ? ('Base' as const) : ('Offer' as const), priority: n, roundTo: 0, prices };
  return kind === 'always' ? shared : { ...shared, ...timesOf(n % 5) };
}

/** Limits four of five rules: another kind of slot, other hours, a day to come, a day gone by. */
function timesOf(n: number) {
  const hour = (from: number): string => `${String((new Date().getUTCHours() + from) % 24).padStart(2, '0')}:00`;
  const today = new Date().toISOString().slice(0, 10);
  const limits = [
    {},
    { orderTypes: ['Delivery'] },
    { availability: [{ day: 'Every day', from: hour(12), to: hour(14) }] },
    { fromDate: addDays(today, 7) },
    { toDate: addDays(today, -7) },
  ];
  return limits[n % 5];
}

/** The outlets sell in many short turns, each of them first in every other one: what else the machine does in a second concerns one of them. */
const turns = 8;

type Measured = CallsMeasured & { readonly cpuMs: number };
interface Round {
  readonly ruled: Measured;
  readonly plain: Measured;
}

const outletsOf = ({ outletIds: [, , ruled = 3, plain = 4] }: BenchStore) => ({ ruled, plain });

/** Measures a shop's rules, and rules that all count at any time, proved and found by the server. */
export async function measurePriceSales(run: Run, section: string): Promise<Figure[]> {
  const [shop] = await salesOf(run, 'shop', [false]);
  const [proved, found] = await salesOf(run, 'always', [false, true]);
  const name = 'create and pay, share of the rate without rules';
  return [
    figureOf(section, name, shop as readonly Round[], true),
    figureOf(section, `${name}, when all count at any time`, proved as readonly Round[], false),
    figureOf(section, `${name}, and tills leave them to the server`, found as readonly Round[], false),
  ].flat();
}

/** Opens and pays bills in both outlets in turn, and with each way of tills in turn. */
async function salesOf(run: Run, kind: Kind, ways: readonly boolean[]): Promise<Round[][]> {
  const store = await run.embedded();
  const { ruled, plain } = outletsOf(store);
  const server = await startServer(await store.copy(), run.flags);
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers([ruled, plain]) });
    await addRules(await signIn(`http://localhost:${server.port}`, ruled), kind);
    const ask = asker(run, server, load);
    await load.ask({ do: 'loadMenus', port: server.port, places: tillPlaces(8, [ruled]) });
    await warmUp(run, ask, { ruled, plain }, ways);
    const rounds: Round[][] = ways.map(() => []);
    for (let turn = 0; turn < turns * run.sizes.rounds; turn += 1)
      for (const [place, isBlind] of ways.entries()) {
        const first = turn % 2 === 0 ? await ask(plain, false) : null;
        const sold = await ask(ruled, isBlind);
        rounds[place]?.push({ plain: first ?? (await ask(plain, false)), ruled: sold });
      }
    return rounds;
  } finally {
    await load.stop();
    await server.stop();
  }
}

function asker(run: Run, server: RunningServer, load: Worker) {
  return async (outletId: number, isBlind: boolean): Promise<Measured> => {
    const cpu = cpuOf(server.pid);
    const ms = run.sizes.callsMs / turns;
    const places = tillPlaces(8, [outletId]);
    const asked = { do: 'calls', port: server.port, places, listeners: 2, ms, isBlind };
    const measured = await load.ask<CallsMeasured>(asked);
    return { ...measured, cpuMs: (cpuOf(server.pid) - cpu) / measured.calls };
  };
}

/** Calls until both outlets have run what is measured often enough: code that is still slow would count against the rules, which have more of it. */
async function warmUp(
  { isQuick }: Run,
  ask: ReturnType<typeof asker>,
  { ruled, plain }: ReturnType<typeof outletsOf>,
  ways: readonly boolean[],
): Promise<void> {
  let calls = 0;
  while (calls < (isQuick ? 1 : 4000)) {
    calls += (await ask(plain, false)).calls;
    for (const isBlind of ways) calls += (await ask(ruled, isBlind)).calls;
  }
}

/** Returns the share of the rate and, as that depends on what else the machine does, of processor time. */
function figureOf(section: string, name: string, rounds: readonly Round[], hasBudget: boolean): Figure[] {
  const of = (figure: (round: Round) => number): number => median(rounds.map(figure));
  const applied = of(({ ruled }) => (2 * ruled.applied) / ruled.calls);
  const cpu = `${of(({ ruled }) => ruled.cpuMs).toFixed(2)} and ${of(({ plain }) => plain.cpuMs).toFixed(2)} ms of processor a call`;
  const rate = `${of(({ ruled }) => ruled.perSecond).toFixed(0)} calls a second with rules, ${of(({ plain }) => plain.perSecond).toFixed(0)} without`;
  const budget = hasBudget ? { budget: atLeast(90) } : {};
  return [
    {
      section,
      name,
      value: of(({ ruled, plain }) => (ruled.perSecond / plain.perSecond) * 100),
      unit: '%',
      ...budget,
      note: `${rate}; ${applied.toFixed(1)} promotions a bill, which the tills plan before; 8 tills in turn`,
    },
    {
      section,
      name: `${name}, by processor time`,
      value: of(({ ruled, plain }) => (plain.cpuMs / ruled.cpuMs) * 100),
      unit: '%',
      ...budget,
      note: cpu,
    },
  ];
}
