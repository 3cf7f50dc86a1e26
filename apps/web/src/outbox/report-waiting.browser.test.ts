import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../api/api.ts';
import { tillNow, tillNowText, useTillClock } from '../clock/till-clock.ts';
import { type KeptTicket, useTickets } from '../printing/kept-tickets.ts';
import { setDeviceNumber } from '../session/device.ts';
import { useSession } from '../session/session.ts';
import { serverJson } from '../sync/testing/server-answer.ts';
import { openTill } from '../sync/testing/till.ts';
import { cafe } from '../sync/testing/till-user.ts';
import type { OutboxEntry } from './entry.ts';
import { useOutbox } from './outbox.ts';
import { reportWaiting } from './report-waiting.ts';

const cash = (seq: number, amount: number, part: Partial<OutboxEntry> = {}): OutboxEntry => ({
  format: 2,
  seq,
  key: `key-${seq}`,
  kind: 'shift.cash',
  billKey: null,
  about: null,
  body: { amount },
  outletId: cafe.outletId,
  userId: 7,
  userName: 'Aisha',
  deviceId: 'device',
  madeAt: '2026-03-04T08:00:00.000Z',
  edition: 0,
  tries: 0,
  faults: 0,
  state: 'queued',
  reason: null,
  notBefore: 0,
  ...part,
});

afterEach(() => {
  vi.restoreAllMocks();
  useOutbox.setState({ entries: [], loaded: false });
});

it('[R2.11] sends with each call how much waits here for that outlet, without entries being sent', async () => {
  await openTill();
  const notes: (string | null)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    notes.push(new Headers(init?.headers).get('X-Till'));
    return Promise.resolve(serverJson(null));
  });
  setDeviceNumber(4);
  reportWaiting();
  useOutbox.setState({ loaded: false });
  await call('shift.active');
  useOutbox.setState({
    loaded: true,
    entries: [
      cash(1, 40_000, { state: 'rejected' }),
      cash(2, 1200),
      cash(3, 500, { state: 'sending' }),
      cash(4, 9900, { outletId: 2 }),
    ],
  });
  await call('shift.active');
  await call('shift.active', { outletId: 2 });
  await call('app.info', { token: '' });
  useOutbox.setState({ entries: [] });
  await call('shift.active');
  expect(notes).toEqual([null, '4;2;41200', '4;1;9900', null, '4;0;0']);
});

it('[R31.42] sends what is wrong on the till with its calls, and nothing while all is right', async () => {
  await openTill();
  const notes: (string | null)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    notes.push(new Headers(init?.headers).get('X-Till-Trouble'));
    return Promise.resolve(serverJson(null));
  });
  reportWaiting();
  const outletId = useSession.getState().scope?.outletId ?? 0;
  const ticket = (key: string, part: object) => ({ key, outletId, madeAt: tillNowText(), ...part }) as KeptTicket;
  await call('shift.active');
  const failed = ticket('a', { state: 'failed' });
  useTickets.setState({
    tickets: [failed, ticket('b', { state: 'failed', outletId: 99 }), ticket('c', { state: 'told' })],
  });
  await call('shift.active');
  const madeAt = new Date(tillNow() - 180_000).toISOString();
  useTickets.setState({ tickets: [ticket('d', { state: 'waiting', madeAt }), ticket('e', { state: 'waiting' })] });
  useTillClock.setState({ aheadMs: -130_000 });
  await call('shift.active');
  useTickets.setState({ tickets: [] });
  useTillClock.setState({ aheadMs: 0 });
  expect(notes).toEqual([null, '0;1;0', expect.stringMatching(/^-130000;0;18\d{4}$/)]);
});
