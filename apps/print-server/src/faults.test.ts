import { afterAll, beforeAll, expect, it } from 'vitest';
import { item, kotBody } from './testing/body.ts';
import { decodedText } from './testing/decode.ts';
import { startTestServer, type TestServer, until } from './testing/server.ts';
import { type Sink, startSink } from './testing/sink.ts';

const jobs = process.env['SOAK'] === '1' ? 1000 : 60;
/** One job in twenty meets a printer with a fault; each kind comes in turn. */
const faultEvery = 20;
const stations = ['Kitchen', 'Bar', 'Grill', 'Front'] as const;

let sinks: Sink[];
let server: TestServer;
beforeAll(async () => {
  sinks = await Promise.all(stations.map(() => startSink()));
  const printers = stations.map((name, index) => ({
    name,
    kind: 'tcp' as const,
    host: '127.0.0.1',
    port: sinks[index]?.port ?? 0,
    columns: 42 as const,
    statusMode: 'dle+confirm' as const,
  }));
  server = await startTestServer(printers);
});
afterAll(async () => {
  await server.close();
  await Promise.all(sinks.map((sink) => sink.close()));
});

type Fault = (sink: Sink) => Promise<() => Promise<void>>;

/** Each fault returns the function that repairs it. */
const faults: readonly Fault[] = [
  async (sink) => {
    await sink.off();
    return () => sink.on();
  },
  async (sink) => {
    sink.condition = 'paper_out';
    return async () => void (sink.condition = 'ready');
  },
  async (sink) => {
    sink.condition = 'silent';
    return async () => void (sink.condition = 'ready');
  },
  async (sink) => {
    sink.dropAfter = 300;
    return async () => void (sink.dropAfter = null);
  },
];

const nameOf = (job: number): string => `Dish ${job} end`;

/** Sends a ticket as a till does when an item is saved: it waits for the answer, because the next ticket may follow at once. */
async function send(job: number): Promise<number> {
  const printerName = stations[job % stations.length] ?? 'Kitchen';
  const body = kotBody({ jobKey: `f${job}`, kotNo: job, printerName }, { items: [item(nameOf(job), 1, 1)] });
  const { status, ms } = await server.print(body);
  expect(status).toBeLessThan(300);
  return ms;
}

it(`[R16.6] loses none of ${jobs} tickets to failing printers, marks possible duplicates, and delays no till`, {
  timeout: 20_000 + jobs * 400,
}, async () => {
  const tookMs: number[] = [];
  let repairing: Promise<void> = Promise.resolve();
  for (let job = 0; job < jobs; job += stations.length) {
    const batch = stations.map((_, at) => job + at);
    const bad = batch.find((one) => one % faultEvery === Math.floor(one / faultEvery) % stations.length);
    const sink = sinks[(bad ?? 0) % stations.length] as Sink;
    await repairing;
    const right = bad === undefined ? null : await faults[Math.floor(bad / faultEvery) % faults.length]?.(sink);
    tookMs.push(...(await Promise.all(batch.map(send))));
    if (right) repairing = right();
  }
  await repairing;
  const { call } = server;
  await until(async () => {
    const { body } = await call<{ jobs: { queued: number; waiting: number; held: number; failed: number } }>(
      'GET',
      '/status',
    );
    return Object.values(body.jobs).every((count) => count === 0);
  });

  const printouts = sinks
    .flatMap((sink) => sink.jobs())
    .map((bytes) => ({ text: decodedText(bytes).join('\n'), isWhole: bytes.includes(Buffer.of(0x1d, 0x56)) }));
  const numbers = Array.from({ length: jobs }, (_, job) => job);
  const printoutsOf = (job: number) => printouts.filter(({ text }) => text.includes(nameOf(job)));
  expect(numbers.filter((job) => !printoutsOf(job).some(({ isWhole }) => isWhole))).toEqual([]);
  const unmarked = numbers.filter(
    (job) => printoutsOf(job).filter(({ text }) => !text.includes('MAY BE A DUPLICATE')).length > 1,
  );
  expect(unmarked).toEqual([]);
  // A till waits two and a half seconds at most, and learns that the ticket is stored.
  expect(Math.max(...tookMs)).toBeLessThan(3500);
});
