import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { followTls } from './https.ts';
import { eachEngine } from './platform/store/testing/engine.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';
import { readLeaf } from './platform/tls/certificate.ts';
import { openOwn } from './platform/tls/own.ts';
import type { Tls } from './platform/tls/tls.ts';
import { emailOf, password, type TestApp, testApp } from './testing/test-app.ts';
import { testDevice } from './testing/test-device.ts';

const dayMs = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'atoll-renewal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends each message of the hub. */
const end = '\u001e';

eachEngine('the renewal of the certificate', (on) => {
  let t: TestApp;
  let tls: Tls;
  // A third of the first certificate is left about now: clients judge by the clock of this machine.
  let now = Date.now() - 263 * dayMs;
  let addresses = ['192.168.1.20'];
  let stop: () => void;
  let port = 0;
  let hub: WebSocket;
  afterAll(() => {
    stop();
    hub.terminate();
  });
  beforeAll(async () => {
    tls = await openOwn({
      dataDir: join(folder, on.engine),
      shop: 'Reef',
      chosen: undefined,
      now: () => now,
      notBefore: async () => 0,
      log: silentLog,
      addresses: () => addresses,
    });
    t = await testApp(on, { TLS: 'own' }, { tls, helloPort: () => 1 });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    stop = followTls(tls, t.app.server);
    port = (t.app.server.address() as AddressInfo).port;
  });
  const ca = () => tls.authority?.pem;
  const serial = async (): Promise<string> => {
    const socket = connect({ port, host: '127.0.0.1', ca: ca() });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const openHub = async (as: SignedIn) => {
    const { ticket } = (await t.call('auth.hubTicket', { as })).body as { ticket: string };
    hub = new WebSocket(`wss://127.0.0.1:${port}/api/hub?outletId=${t.cafe}&access_token=${ticket}`, { ca: ca() });
    const messages: string[] = [];
    hub.on('message', (data) => messages.push(...String(data).split(end).filter(Boolean)));
    await once(hub, 'open');
    hub.send(JSON.stringify({ protocol: 'json', version: 1 }) + end);
    const ask = async (invocationId: string): Promise<void> => {
      const hello = { type: 1, target: 'Hello', invocationId, arguments: [{ outletId: t.cafe, since: null }] };
      hub.send(JSON.stringify(hello) + end);
      await expect.poll(() => messages.some((one) => one.includes(`"invocationId":"${invocationId}"`))).toBe(true);
    };
    await ask('first');
    return { messages, ask };
  };
  /** Begins to hand a print job to the station; the second half of its body follows later. */
  const beginPrint = async (as: SignedIn) => {
    const jobKey = randomUUID();
    const body = JSON.stringify({ type: 'Slip', printerName: 'Front', jobKey, bill: {} });
    const headers = {
      authorization: `Bearer ${as.token}`,
      'x-outlet-id': String(t.cafe),
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const sending: ClientRequest = request({
      host: '127.0.0.1',
      port,
      ca: ca(),
      agent: false,
      method: 'POST',
      path: '/api/bis/print/job',
      headers,
    });
    sending.write(body.slice(0, 20));
    await once(sending, 'socket');
    await new Promise((done) => sending.socket?.once('secureConnect', done));
    return async (): Promise<unknown> => {
      const answered = once(sending, 'response');
      sending.end(body.slice(20));
      const [response] = (await answered) as [IncomingMessage];
      return [response.statusCode, await json(response)];
    };
  };

  it('[R31.4] comes at a third of its life and with a new address, and ends no request, hub connection or print', async () => {
    const device = testDevice(randomUUID());
    const email = emailOf('Admin');
    const proof = device.proof('auth.login', email, t.now());
    const signedIn = await t.call('auth.login', {
      body: { email, password, proof },
      headers: { 'x-device-id': device.id },
    });
    const admin = signedIn.body as SignedIn;
    expect((await t.call('print.register', { as: admin })).status).toBe(204);
    expect((await t.call('print.claim', { as: admin })).status).toBe(200);
    const { messages, ask } = await openHub(admin);
    const phone = await t.signIn('User', randomUUID());

    const first = readLeaf(tls.pair().cert);
    const third = first.to - (first.to - first.from) / 3;
    const steps: readonly (readonly [string, () => void, boolean])[] = [
      ['a day before', () => (now = third - dayMs), false],
      ['a third is left', () => (now = third), true],
      ['another address', () => (addresses = ['192.168.1.20', '192.168.1.44']), true],
    ];
    for (const [what, change, isNew] of steps) {
      change();
      const before = await serial();
      const finishPrint = await beginPrint(phone);
      await tls.check();
      expect([what, (await serial()) !== before]).toEqual([what, isNew]);
      expect([what, await finishPrint()]).toEqual([what, [200, expect.objectContaining({ state: 'queued' })]]);
      await ask(what);
    }
    expect(readLeaf(tls.pair().cert).names).toContain('192.168.1.44');
    expect(hub.readyState).toBe(WebSocket.OPEN);
    expect(messages.filter((one) => one.includes('"type":7'))).toEqual([]);
  });
});
