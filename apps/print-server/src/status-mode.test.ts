/** Printers that say of themselves what they can, and one that takes connections and never reads. */
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

describe('a network printer', () => {
  it('[R35.87] says what it can when it is saved, and is found out when it stops reading afterwards', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    expect((await save(server, sink)).body).toMatchObject({ statusMode: 'dle+confirm' });
    sink.reads = false;
    const { status, body } = await server.print(kotBody());
    expect(status).toBe(202);
    expect(body).toMatchObject({
      state: 'waiting',
      reason: 'no_answer',
      message: expect.stringContaining('Kitchen: gives no answer'),
    });
    sink.reads = true;
    await server.whenJob(body.jobId, 'printed');
  });

  it('[R35.87] is asked at its first job when nobody has asked it before', async () => {
    const { sink, server } = await kitchen();
    expect(await modeOf(server)).toBeUndefined();
    const { body } = await server.print(kotBody());
    await server.whenJob(body.jobId, 'printed');
    expect(await modeOf(server)).toBe('dle+confirm');
    const before = sink.connections();
    await server.print(kotBody({ kotNo: 2 }));
    expect(sink.connections()).toBe(before + 1);
  });

  it('[R35.87] that answers no questions and never reads is not confirmed, in the answer and in Print Jobs', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    sink.reads = false;
    const message = 'Kitchen: took the ticket but did not confirm it. Check that it came out.';
    const first = await server.print(kotBody({ jobKey: 'k1' }));
    await server.whenJob(first.body.jobId, 'sent');
    expect(await server.job(first.body.jobId)).toMatchObject({ state: 'sent', reason: 'not_confirmed', message });
    const again = await server.print(kotBody({ jobKey: 'k1' }));
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ state: 'sent', duplicate: true, confirmed: false, message });
  });

  it('[R35.87] that answers no questions and ends the connection is not marked', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    sink.mood = 'silent';
    const { status, body } = await server.print(kotBody());
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('message');
    expect(await server.job(body.jobId)).toMatchObject({ state: 'sent', reason: null });
  });

  it('[R35.87] without paper is asked again later: it answers, and cannot confirm now', async () => {
    const { sink, server } = await kitchen();
    sink.mood = 'paper_out';
    const { body } = await server.print(kotBody());
    expect(body).toMatchObject({ state: 'waiting', reason: 'paper_out' });
    expect(await modeOf(server)).toBeUndefined();
    sink.mood = 'ready';
    await server.whenJob(body.jobId, 'printed');
    expect(await modeOf(server)).toBe('dle+confirm');
  });

  it('[R35.87] that is silent while it is saved again keeps what it answered before', async () => {
    const { sink, server } = await kitchen({ statusMode: 'dle+confirm' });
    sink.mood = 'silent';
    expect((await save(server, sink)).body).toMatchObject({ statusMode: 'dle+confirm' });
    const other = await startSink();
    open.push(other.close);
    other.mood = 'silent';
    expect((await save(server, other)).body).toMatchObject({ statusMode: 'none' });
  });
});
