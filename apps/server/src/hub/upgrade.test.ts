import * as signalr from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { connectPeer, origin, post, startHub, type TestHub } from './testing/harness.ts';
import { connectRaw, upgradeStatus } from './testing/raw-peer.ts';

let test: TestHub;
let warnings: string[];
beforeEach(async () => {
  warnings = [];
  const log = (details: object, text: string) => void warnings.push(`${text} ${JSON.stringify(details)}`);
  test = await startHub({ connectionsPerUser: 3 }, { log: { debug: log, info: log, warn: log, error: log } });
});
afterEach(() => test.stop());

const native = { authorization: 'Bearer native.token.5' };

describe('upgrades', () => {
  it('accepts a ticket once', async () => {
    const url = `${test.url}?access_token=${await test.ticketFor()}`;
    expect(await upgradeStatus(url, { origin })).toBe(101);
    expect(await upgradeStatus(url, { origin })).toBe(401);
  });

  it('refuses a ticket after 30 s', async () => {
    const ticket = await test.ticketFor();
    test.clock.now += 30_000;
    expect(await upgradeStatus(`${test.url}?access_token=${ticket}`)).toBe(401);
  });

  it('refuses a sign-in that has expired', async () => {
    const ticket = await test.ticketFor({ expiresAt: test.clock.now });
    expect(await upgradeStatus(`${test.url}?access_token=${ticket}`)).toBe(401);
  });

  it('refuses a client without credentials, and an access token in the URL', async () => {
    expect(await upgradeStatus(test.url)).toBe(401);
    expect(await upgradeStatus(`${test.url}?access_token=native.token.5`)).toBe(401);
  });

  it('refuses a page of a foreign origin and keeps its ticket valid', async () => {
    const url = `${test.url}?access_token=${await test.ticketFor()}`;
    expect(await upgradeStatus(url, { origin: 'http://evil.test' })).toBe(403);
    expect(await upgradeStatus(url, { origin: 'null' })).toBe(403);
    expect(await upgradeStatus(url, { origin })).toBe(101);
  });

  it('accepts the bearer and the outlet header of a native client', async () => {
    expect(await upgradeStatus(test.url, { ...native, 'x-outlet-id': '2' })).toBe(101);
  });

  it('refuses an outlet of another user with 403', async () => {
    expect(await upgradeStatus(`${test.url}?outletId=13`, native)).toBe(403);
    expect(await upgradeStatus(test.url, { ...native, 'x-outlet-id': '13' })).toBe(403);
  });

  it('refuses another outlet than the one of the ticket', async () => {
    const ticket = await test.ticketFor({ outletId: 1 });
    expect(await upgradeStatus(`${test.url}?outletId=2&access_token=${ticket}`)).toBe(403);
  });

  it('answers 500 when the sign-in cannot be checked, without the reason', async () => {
    expect(await upgradeStatus(test.url, { authorization: 'Bearer broken.token.1' })).toBe(500);
  });

  it('refuses the fourth connection of a user when three are allowed', async () => {
    const open = [await connectRaw(test), await connectRaw(test), await connectRaw(test)];
    expect(await upgradeStatus(`${test.url}?access_token=${await test.ticketFor()}`)).toBe(429);
    open[0]?.socket.terminate();
    await eventually(() => expect(test.hub.stats().connections).toBe(2));
    expect(await upgradeStatus(`${test.url}?access_token=${await test.ticketFor()}`)).toBe(101);
    for (const peer of open) peer.socket.terminate();
  });

  it('answers 404 on any other path, even one that is not a URL', async () => {
    expect(await upgradeStatus(test.url.replace('/api/hub', '/api/hub2'))).toBe(404);
    expect(await upgradeStatus(test.url.replace('/api/hub', '//'))).toBe(404);
  });

  it('writes no ticket to the log', async () => {
    const ticket = await test.ticketFor();
    await upgradeStatus(`${test.url}?access_token=${ticket}`, { origin: 'http://evil.test' });
    await upgradeStatus(`${test.url}?access_token=${ticket}`);
    await upgradeStatus(`${test.url}?access_token=${ticket}`);
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.join('\n')).not.toContain(ticket);
  });

  it('makes start() of the official client fail on a bad ticket', async () => {
    const connection = new signalr.HubConnectionBuilder()
      .withUrl(test.url, { skipNegotiation: true, transport: 1, accessTokenFactory: () => 'nonsense' })
      .configureLogging(signalr.LogLevel.None)
      .build();
    await expect(connection.start()).rejects.toThrow();
  });
});

describe('negotiation', () => {
  it('answers version 1 with an id and another, secret token', async () => {
    const { status, body } = await post(`${test.url}/negotiate?negotiateVersion=1`, native);
    expect(status).toBe(200);
    expect(body).toEqual({
      connectionId: expect.any(String),
      connectionToken: expect.any(String),
      negotiateVersion: 1,
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }],
    });
    const { connectionId, connectionToken } = body as { connectionId: string; connectionToken: string };
    expect(connectionToken).not.toBe(connectionId);
  });

  it('answers 1 to a higher version and the old form to none, and offers nothing that was not asked for', async () => {
    const higher = await post(`${test.url}/negotiate?negotiateVersion=7&useStatefulReconnect=true`, native);
    expect(higher.body).toMatchObject({ negotiateVersion: 1 });
    expect(higher.body).not.toHaveProperty('useStatefulReconnect');
    const old = await post(`${test.url}/negotiate`, native);
    expect(old.body).toMatchObject({ negotiateVersion: 0 });
    expect(old.body).not.toHaveProperty('connectionToken');
    expect(await upgradeStatus(`${test.url}?id=${(old.body as { connectionId: string }).connectionId}`, native)).toBe(
      101,
    );
  });

  it('refuses to negotiate with clients that may not connect', async () => {
    expect((await post(`${test.url}/negotiate`)).status).toBe(401);
    expect((await post(`${test.url}/negotiate?outletId=13`, native)).status).toBe(403);
    expect((await post(`${test.url}/negotiate`, { ...native, origin: 'http://evil.test' })).status).toBe(403);
  });

  it('[R18.21] lets the official client connect with its defaults, and gives Hello the same id', async () => {
    const connection = new signalr.HubConnectionBuilder()
      .withUrl(test.url, { accessTokenFactory: () => test.ticketFor() })
      .configureLogging(signalr.LogLevel.None)
      .build();
    await connection.start();
    const answer = await connection.invoke('Hello', { outletId: 1 });
    expect(answer).toMatchObject({ connectionId: connection.connectionId });
    await connection.stop();
  });

  it('answers 404 for an unknown, altered, used or old token and 409 while it is attached', async () => {
    const negotiate = async () => {
      const { body } = await post(`${test.url}/negotiate?negotiateVersion=1`, native);
      return (body as { connectionToken: string }).connectionToken;
    };
    const token = await negotiate();
    expect(await upgradeStatus(`${test.url}?id=unknown`, native)).toBe(404);
    expect(await upgradeStatus(`${test.url}?id=${token.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`, native)).toBe(
      404,
    );
    const peer = await connectRaw(test, `&id=${token}`);
    expect(await upgradeStatus(`${test.url}?id=${token}`, native)).toBe(409);
    peer.socket.terminate();
    await eventually(() => expect(test.hub.stats().connections).toBe(0));
    expect(await upgradeStatus(`${test.url}?id=${token}`, native)).toBe(404);
    const late = await negotiate();
    test.clock.now += 15_000;
    expect(await upgradeStatus(`${test.url}?id=${late}`, native)).toBe(404);
  });

  it('ignores stateful reconnect, which it does not offer', async () => {
    const connection = new signalr.HubConnectionBuilder()
      .withUrl(test.url, { accessTokenFactory: () => test.ticketFor() })
      .withStatefulReconnect()
      .configureLogging(signalr.LogLevel.None)
      .build();
    await connection.start();
    await expect(connection.invoke('Hello', { outletId: 1 })).resolves.toBeTruthy();
    await connection.stop();
  });
});

it('accepts the token of any other process with the same secret', async () => {
  const [a, b] = [await startHub({ secret: 'shared' }), await startHub({ secret: 'shared' })];
  const { body } = await post(`${a.url}/negotiate?negotiateVersion=1`, native);
  const { connectionToken } = body as { connectionToken: string };
  expect(await upgradeStatus(`${test.url}?id=${connectionToken}`, native)).toBe(404);
  expect(await upgradeStatus(`${b.url}?id=${connectionToken}`, native)).toBe(101);
  await Promise.all([a.stop(), b.stop()]);
});

it('counts refused upgrades', async () => {
  await upgradeStatus(test.url);
  await upgradeStatus(`${test.url}?id=x`, native);
  const peer = await connectPeer(test);
  expect(test.hub.stats()).toMatchObject({ rejected: 2, opened: 1, pending: 0 });
  await peer.connection.stop();
});
