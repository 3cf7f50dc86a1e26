import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrintAnswer } from '@atoll/domain/contract/bill/print-answer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programFile } from '../../../tools/scripts/program-file.ts';
import { item, kotBody } from './testing/body.ts';
import { decodedText } from './testing/decode.ts';
import { callPrintServer, printFolderWith, till, until } from './testing/server.ts';
import { type Sink, startSink } from './testing/sink.ts';

const rounds = process.env['SOAK'] === '1' ? 50 : 5;
const ticketsPerRound = 20;

let sink: Sink;
let folder: string;

beforeAll(async () => {
  sink = await startSink();
  folder = await printFolderWith([
    { name: 'Kitchen', kind: 'tcp', host: '127.0.0.1', port: sink.port, columns: 42, statusMode: 'dle+confirm' },
    { name: 'Bar', kind: 'text' },
  ]);
});
afterAll(async () => {
  await sink.close();
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

/** Starts the real process and waits until it prints that it is ready. */
function start(env: Record<string, string> = {}): Promise<Running> {
  const settings = { PRINT_PORT: '0', DATA_DIR: folder, PRINT_ORIGINS: till, ...env };
  const child = spawn(process.execPath, [programFile('apps/print-server/src/main.ts')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (data: Buffer) => {
      output += String(data);
      const url = /ready on (http:\S+)/.exec(output)?.[1];
      if (url) resolve({ url, child, ended });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(output)));
  });
}

const nameOf = (number: number) => `Dish ${number} end`;

/** Sends a ticket; returns true when the print server acknowledged it. */
async function send(url: string, number: number): Promise<boolean> {
  const printerName = number % 4 === 3 ? 'Bar' : 'Kitchen';
  const body = kotBody({ jobKey: `t${number}`, kotNo: number, printerName }, { items: [item(nameOf(number), 1, 1)] });
  return callPrintServer<PrintAnswer>(url, 'POST', '/print', body).then(
    ({ status }) => status < 300,
    () => false,
  );
}

describe('a till that loses power', () => {
  it(`[R16.6] loses no accepted ticket in ${rounds} kills and marks tickets that print twice`, {
    timeout: 20_000 + rounds * 4000,
  }, async () => {
    const acknowledged: number[] = [];
    const sent: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { url, child, ended } = await start();
      const numbers = Array.from({ length: ticketsPerRound }, (_, n) => round * ticketsPerRound + n);
      sent.push(...numbers);
      const printedBefore = sink.jobs().length;
      const isWaiting = round % 2 === 1; // In every second round the printer is out of paper, so accepted tickets wait.
      sink.condition = isWaiting ? 'paper_out' : 'ready';
      let answered = 0;
      const burst = numbers.map(async (number) => {
        if (!(await send(url, number))) return;
        acknowledged.push(number);
        answered += 1;
        if (isWaiting && answered === 4 + (round % 13)) child.kill('SIGKILL');
      });
      if (!isWaiting) {
        await sink.whenJobs(printedBefore + 2 + (round % 7)); // Kills the process in the middle of the burst.
        child.kill('SIGKILL');
      }
      await Promise.all([...burst, ended]);
    }
    sink.condition = 'ready';
    const { url, child, ended } = await start();
    await until(async () => {
      const { jobs } = (await callPrintServer<{ jobs: { queued: number; waiting: number } }>(url, 'GET', '/status'))
        .body;
      return jobs.queued + jobs.waiting === 0;
    });
    const list = await callPrintServer<{ items: { jobKey: string; state: string }[] }>(
      url,
      'GET',
      '/jobs?limit=1000&printer=Bar',
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(0);

    const printouts = sink
      .jobs()
      .map((bytes) => ({ text: decodedText(bytes).join('\n'), whole: bytes.includes(Buffer.of(0x1d, 0x56)) }));
    const copies = (number: number) => printouts.filter((one) => one.text.includes(nameOf(number)));
    const kitchen = (number: number) => number % 4 !== 3;
    const inBar = new Set(list.body.items.filter(({ state }) => state === 'printed').map(({ jobKey }) => jobKey));
    expect(acknowledged.length).toBeGreaterThan(rounds);
    const lost = acknowledged.filter((number) =>
      kitchen(number) ? !copies(number).some(({ whole }) => whole) : rounds <= 20 && !inBar.has(`t${number}`),
    );
    expect(lost).toEqual([]);
    const unmarked = sent
      .filter(kitchen)
      .filter((number) => copies(number).filter(({ text }) => !text.includes('MAY BE A DUPLICATE')).length > 1);
    expect(unmarked).toEqual([]);
    const duplicates = sent.filter(kitchen).filter((number) => copies(number).length > 1).length;
    console.log(
      `${rounds} kills: ${sent.length} sent, ${acknowledged.length} acknowledged, 0 lost, ${duplicates} printed twice, all marked`,
    );
  });
});

describe('the print server process', () => {
  it('[R18.23] ends on SIGTERM, and does not start on a port that is taken', async () => {
    const first = await start();
    const port = new URL(first.url).port;
    const journal = await readFile(join(folder, 'print', 'journal.ndjson'), 'utf8');
    await expect(start({ PRINT_PORT: port })).rejects.toThrow('EADDRINUSE');
    expect(await readFile(join(folder, 'print', 'journal.ndjson'), 'utf8')).toBe(journal);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });
});
