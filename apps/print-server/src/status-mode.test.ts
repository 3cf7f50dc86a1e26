/** Tests of printers that report their status themselves, and of one that accepts connections and never reads. */
import { afterEach, describe, expect, it } from 'vitest';
import { kotBody } from './testing/body.ts';
import { type PrinterSetup, startTestServer, type TestServer } from './testing/server.ts';
import { type Sink, startSink } from './testing/sink.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function kitchen(printer: Partial<PrinterSetup> = {}): Promise<{ sink: Sink; server: TestServer }> {
  const sink = await startSink();
  const setup = { name: 'Kitchen', kind: 'tcp' as const, host: '127.0.0.1', port: sink.port, columns: 42 as const };
  const server = await startTestServer([{ ...setup, ...printer }], { times: { silentCloseMs: 300 } });
  open.push(server.close, sink.close);
  return { sink, server };
}
const save = (server: TestServer, sink: Sink, body: object = {}) =>
  server.call('PUT', '/printers/Kitchen', { kind: 'tcp', host: '127.0.0.1', port: sink.port, columns: 42, ...body });
const modeOf = async (server: TestServer) =>
  (await server.call<{ items: { statusMode?: string }[] }>('GET', '/printers')).body.items[0]?.statusMode;

describe('the status mode of a network printer', () => {
  it('[R35.87] learns what a printer reports when it is saved, and notices when the printer stops reading later', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    expect((await save(server, sink)).body).toMatchObject({ statusMode: 'dle+confirm' });
    sink.reads = false;
    const { status, body } = await server.print(kotBody());
    expect(status).toBe(202);
    expect(body).toMatchObject({
      state: 'waiting',
      reason: 'no_answer',
      message: expect.stringContaining('Kitchen: it does not answer'),
    });
    sink.reads = true;
    await server.whenJob(body.jobId, 'printed');
  });

  it('[R35.87] queries a printer at its first job when its mode is unknown', async () => {
    const { sink, server } = await kitchen();
    expect(await modeOf(server)).toBeUndefined();
    const { body } = await server.print(kotBody());
    await server.whenJob(body.jobId, 'printed');
    expect(await modeOf(server)).toBe('dle+confirm');
    const before = sink.connections();
    await server.print(kotBody({ kotNo: 2 }));
    expect(sink.connections()).toBe(before + 1);
  });

  it('[R35.87] shows a job as unconfirmed when the printer answers no queries and never reads', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    sink.reads = false;
    const message = 'Kitchen: it took the ticket but did not confirm it. Check that it came out.';
    const first = await server.print(kotBody({ jobKey: 'k1' }));
    await server.whenJob(first.body.jobId, 'sent');
    expect(await server.job(first.body.jobId)).toMatchObject({ state: 'sent', reason: 'not_confirmed', message });
    const again = await server.print(kotBody({ jobKey: 'k1' }));
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ state: 'sent', duplicate: true, confirmed: false, message });
  });

  it('[R35.87] does not mark a job as unconfirmed when a printer without status ends the connection', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    sink.condition = 'silent';
    const { status, body } = await server.print(kotBody());
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('message');
    expect(await server.job(body.jobId)).toMatchObject({ state: 'sent', reason: null });
  });

  it('[R35.87] queries a printer without paper again later, because it cannot confirm now', async () => {
    const { sink, server } = await kitchen();
    sink.condition = 'paper_out';
    const { body } = await server.print(kotBody());
    expect(body).toMatchObject({ state: 'waiting', reason: 'paper_out' });
    expect(await modeOf(server)).toBeUndefined();
    sink.condition = 'ready';
    await server.whenJob(body.jobId, 'printed');
    expect(await modeOf(server)).toBe('dle+confirm');
  });

  it('[R35.87] keeps the known mode of a printer that does not respond while it is saved again', async () => {
    const { sink, server } = await kitchen({ statusMode: 'dle+confirm' });
    sink.condition = 'silent';
    expect((await save(server, sink)).body).toMatchObject({ statusMode: 'dle+confirm' });
    const other = await startSink();
    open.push(other.close);
    other.condition = 'silent';
    expect((await save(server, other)).body).toMatchObject({ statusMode: 'none' });
  });
});
