import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { serverResponse } from '../sync/testing/server-answer.ts';
import { sendToPrinter } from './print.ts';
import { becomeStation, keepStation, serveOthers } from './print-station.ts';

const body = (printerName = 'Kitchen'): PrintBody => ({
  type: 'Kot',
  bill: { type: 'Table', slot: '7', items: [] },
  outlet: { name: 'Reef' },
  printerName,
  printedBy: 'Aisha',
  jobKey: 'job-1',
});

const json = (status: number, body: unknown) =>
  serverResponse(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const done = { jobId: 'j', state: 'printed' };

/** The answer of this device's print server; the server's jobs and reports received. */
let print: (sent: PrintBody) => Response = () => json(200, {});
let states: string[] = [];
let claimed: PrintBody[] = [];
let isStationThere = true;
let isKnown = true;
let registered = 0;
let claims = 0;
let handRefusal: object | null = null;
const printed: string[] = [];
const reported: unknown[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  localStorage.removeItem('atoll.print-server');
  localStorage.setItem('atoll.print-station', '1');
  states = [];
  claimed = [];
  printed.length = 0;
  reported.length = 0;
  isStationThere = true;
  isKnown = true;
  registered = 0;
  handRefusal = null;
  useApp.setState({ outletId: 1, settings: [] });
  useConnection.setState({ isOnline: true });
  useSession.setState({
    user: { id: 1, name: 'Aisha', permissions: ['bill.viewOthers'] } as never,
    scope: { outletId: 1 } as never,
    isLocked: false,
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    const sent = init?.body ? (JSON.parse(String(init.body)) as PrintBody) : body();
    if (pathname === '/print') {
      printed.push(sent.printerName);
      return print(sent);
    }
    if (pathname.endsWith('/print/station')) {
      registered += 1;
      return serverResponse(null, { status: 204 });
    }
    if (pathname.endsWith('/print/claim')) claims += 1;
    if (pathname.endsWith('/print/claim'))
      return isKnown || registered > 0
        ? json(200, claimed.splice(0))
        : json(403, { message: 'Ask an Admin', code: 403, reason: 'stationUnknown' });
    if (pathname.includes('/print/job') && init?.method === 'PUT') {
      reported.push(sent);
      return serverResponse(null, { status: 204 });
    }
    if (!pathname.includes('/print/job')) return json(200, {});
    if (handRefusal) return json(409, handRefusal);
    if (!isStationThere)
      return json(409, { message: 'Print server not accessible', code: 409, reason: 'printStationMissing' });
    const state = states.length > 1 ? states.shift() : states[0];
    return json(200, { jobKey: 'job-1', state, isDuplicate: false, message: '' });
  });
  stop = keepStation();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  localStorage.removeItem('atoll.print-station');
});

const refused = (): never => {
  throw new TypeError('Failed to fetch');
};

it('[R18.23] hands a job to the print station without a local print server, and reports its result', async () => {
  print = refused;
  states = ['queued', 'sending', 'done'];
  expect(await sendToPrinter(body())).toEqual({ state: 'done', isDuplicate: false });
});

it('[R36.18] says in words why the server prints nothing on another till', async () => {
  print = refused;
  handRefusal = { message: 'The server does not have this bill yet', code: 409, reason: 'billNotSaved' };
  const notified = vi.spyOn(useApp.getState(), 'notify');
  expect(await sendToPrinter(body())).toMatchObject({ state: 'failed', isCertain: true });
  expect(notified.mock.calls[0]?.[0]).toMatchObject({ details: 'The server does not have this bill yet' });
});

it('[R36.18] registers this device only when a person chooses it, not because they are signed in', async () => {
  print = () => json(200, done);
  await sendToPrinter(body());
  isKnown = false;
  claimed = [body('Bar')];
  localStorage.setItem('atoll.print-station', '');
  useSession.setState({ user: { id: 2, name: 'Owner', permissions: ['settings.manage'] } as never });
  await serveOthers();
  expect(registered).toBe(0);
  await becomeStation();
  await expect.poll(() => printed).toEqual(['Kitchen', 'Bar']);
  expect(registered).toBe(1);
});

it('a device with a print server that nobody chose as a station never asks for jobs, and one that was removed no more', async () => {
  localStorage.removeItem('atoll.print-station');
  print = () => json(200, done);
  await sendToPrinter(body());
  const before = claims;
  await serveOthers();
  expect(claims).toBe(before);
  await becomeStation();
  await expect.poll(() => claims).toBe(before + 1);
  isKnown = false;
  registered = 0;
  await expect(serveOthers()).rejects.toThrow('Ask an Admin');
  await serveOthers();
  expect(claims).toBe(before + 2);
});

it('[R18.23] reports the print server as not accessible when there is no station either', async () => {
  print = refused;
  isStationThere = false;
  const notified = vi.spyOn(useApp.getState(), 'notify');
  expect(await sendToPrinter(body())).toMatchObject({ state: 'failed', isCertain: false });
  expect(notified.mock.calls[0]?.[0]).toMatchObject({
    message: 'Print server not accessible',
    details: 'Start the print server here, or choose a device that prints for others in Settings, Printers',
  });
});

it('[R18.23] hands nothing over from a till with a print server, which may have the job', async () => {
  print = () => json(200, done);
  await sendToPrinter(body());
  print = refused;
  states = ['done'];
  expect(await sendToPrinter(body())).toMatchObject({ state: 'failed', isCertain: false });
});

it('[R18.23] prints other devices’ jobs under their keys and reports the results', async () => {
  print = () => json(202, { jobId: 'j', state: 'waiting', message: 'Paper is out' });
  await sendToPrinter(body());
  claimed = [body('Bar')];
  await serveOthers();
  expect(printed).toEqual(['Kitchen', 'Bar']);
  expect(reported).toEqual([{ jobKey: 'job-1', state: 'waiting', isDuplicate: false, message: 'Paper is out' }]);
});

it('prints on the fallback printer when a printer is not set up, but not when it only waits', async () => {
  useApp.setState({ settings: [{ key: 'FallbackPrinter', value: 'Front' }] });
  print = (sent) =>
    sent.printerName === 'Kitchen'
      ? json(404, { message: 'Not set up', code: 404, reason: 'printer_unknown' })
      : json(200, done);
  expect(await sendToPrinter(body())).toMatchObject({ state: 'done' });
  print = () => json(202, { jobId: 'j', state: 'waiting', message: 'Paper is out' });
  await sendToPrinter(body());
  expect(printed).toEqual(['Kitchen', 'Front', 'Kitchen']);
});
