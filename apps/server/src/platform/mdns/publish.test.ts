import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import createMulticastDns, { type MulticastDNS, type ResponsePacket } from 'multicast-dns';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { silentLog } from '../store/testing/silent-log.ts';
import { type Published, publishNames } from './publish.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Returns a port that nobody has. */
async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise((done) => socket.close(() => done(undefined)));
  return port;
}

/** The network of the tests: this machine alone, because a group of multicast needs a network card. */
const networkAt = (port: number) => ({ port, ip: '127.0.0.1', interface: '127.0.0.1', multicast: false });

async function publish(
  port: number,
  given: { addresses?: string[]; againMs?: number; names?: string[] } = {},
): Promise<{ published: Published; log: typeof silentLog }> {
  const { addresses = ['192.168.8.20', 'fd00::20'], againMs = 60_000, names = ['reef.local'] } = given;
  const log = { ...silentLog, warn: vi.fn() };
  const options = { log, addresses: () => addresses, network: networkAt(port), probeMs: 40, againMs };
  const published = publishNames(names, options);
  closing.push(() => published.stop());
  return { published, log };
}

/** A device that asks the server, from a port of its own. */
async function device(
  port: number,
): Promise<{ dns: MulticastDNS; ask(name: string, type: 'A' | 'AAAA'): void; heard: ResponsePacket[] }> {
  const socket: Socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const dns = createMulticastDns({ socket, port, ip: '127.0.0.1', multicast: false, bind: false });
  const heard: ResponsePacket[] = [];
  dns.on('response', (packet) => heard.push(packet));
  closing.push(() => new Promise((done) => dns.destroy(() => done(undefined))));
  return { dns, heard, ask: (name, type) => dns.query({ questions: [{ name, type }] }) };
}

it('[R31.12] answers who asks for a name with the addresses of this machine, and nobody who asks for another', async () => {
  const port = await freeUdpPort();
  const { published } = await publish(port);
  await expect.poll(() => published.isAnswered()).toBe(true);
  const { ask, heard } = await device(port);
  ask('other.local', 'A');
  ask('Reef.local', 'A');
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]?.answers).toMatchObject([{ name: 'Reef.local', type: 'A', data: '192.168.8.20' }]);
  ask('reef.local', 'AAAA');
  await expect.poll(() => heard[1]?.answers).toMatchObject([{ type: 'AAAA', data: 'fd00::20' }]);
});

it('[R31.12] publishes with the authority of the shop unless MDNS=0, and with certificates of files only with MDNS=1', () => {
  const tls = (env: Record<string, string>) => readConfig({ DATA_DIR: '/tmp', ...env }).tls?.isPublished;
  const files = { TLS: 'files', TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' };
  expect([tls({ TLS: 'own' }), tls({ TLS: 'own', MDNS: '0' })]).toEqual([true, false]);
  expect([tls(files), tls({ ...files, MDNS: '1' })]).toEqual([false, true]);
});

it('answers no name that another device has, says so, and publishes it once it is free', async () => {
  const port = await freeUdpPort();
  const { dns } = await device(port);
  const { published, log } = await publish(port, { againMs: 60 });
  const taken = [{ name: 'reef.local', type: 'A' as const, ttl: 120, data: '192.168.8.77' }];
  // The other device answers the questions until it is switched off.
  await vi.waitFor(() => {
    dns.respond({ answers: taken });
    expect(log.warn).toHaveBeenCalledWith(
      { name: 'reef.local' },
      'another device has the name of the server, which is not published',
    );
  });
  expect(published.isAnswered()).toBe(false);
  await expect.poll(() => published.isAnswered()).toBe(true);
});

it('tries again when another program has the port, and never fails the server', async () => {
  const port = await freeUdpPort();
  const other = createSocket({ type: 'udp4', reuseAddr: false }).bind(port, '127.0.0.1');
  await once(other, 'listening');
  const { published, log } = await publish(port, { againMs: 30 });
  await expect.poll(() => vi.mocked(log.warn).mock.calls.length).toBeGreaterThan(1);
  expect(published.isAnswered()).toBe(false);
  await new Promise((done) => other.close(() => done(undefined)));
  await expect.poll(() => published.isAnswered()).toBe(true);
});
