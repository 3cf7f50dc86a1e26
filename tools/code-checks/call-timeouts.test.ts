import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '../../apps/web/src');
const sources = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((path) => !/\.test\.tsx?$|(^|\/)testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))
  .toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Returns 'file: expression' of each match of a pattern with one group. */
const found = (pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, expression]) => `${path}: ${expression}`));

/** Returns the value of a constant of a file, ms. */
function ms(path: string, name: string): number {
  const { text = '' } = sources.find((one) => one.path === path) ?? {};
  return Number(new RegExp(`const ${name} = ([\\d_]+);`).exec(text)?.[1]?.replaceAll('_', ''));
}

it('[R18.1] no call has a timeout but those of the outbox and background work, the probes, and printing', () => {
  expect(found(/AbortSignal\.timeout\(([^()]*)\)/g)).toEqual([
    'api/api.ts: timeoutMs',
    // A paper is printed without the logo rather than late.
    'printing/paper-logo.ts: waitMs',
    'printing/print-server.ts: waits',
    'printing/print.ts: isAsking ? promptTimeoutMs : printWithinMs',
  ]);
  expect(found(/\btimeoutMs: ([\w.]+)/g)).toEqual([
    'api/api.ts: answerWithinMs',
    'api/api.ts: printWithinMs',
    'api/connection.ts: probeWithinMs',
    'api/connection.ts: readyWithinMs',
    'outbox/send-entry.ts: answerWithinMs',
    'session/lock/server-lock.ts: answerWithinMs',
    'sync/live.ts: probeWithinMs',
  ]);
  // Another way to end a call early would be a signal: these end with the screen, the session or a press, not after a time.
  expect([...new Set(found(/\bnew (XMLHttpRequest|AbortController)\(\)/g))]).toEqual([
    'api/until-answered.ts: AbortController',
    'api/upload.ts: XMLHttpRequest',
    'approval/approval-inbox.tsx: AbortController',
    'bills/server-call.ts: AbortController',
    'features/bill/floor/use-held-press.ts: AbortController',
    'outbox/sender.ts: AbortController',
    'session/sign-in.ts: AbortController',
    'session/unlock.ts: AbortController',
    'sync/loader.ts: AbortController',
    'ui/hook/after-press.ts: AbortController',
    'ui/hook/first-focus.ts: AbortController',
    'ui/hook/use-fault-focus.ts: AbortController',
  ]);
});

it('[R18.1] the outbox waits 10 s, the probes 4 s and 2.9 s, printing 5 s, or 60 s while the browser asks the person', () => {
  expect(ms('api/api.ts', 'answerWithinMs')).toBe(10_000);
  expect(ms('api/api.ts', 'probeWithinMs')).toBe(4000);
  expect(ms('api/connection.ts', 'readyWithinMs')).toBe(2900);
  expect(ms('api/api.ts', 'printWithinMs')).toBe(5000);
  expect(ms('printing/print-server.ts', 'answerMs')).toBe(5000);
  for (const path of ['printing/print.ts', 'printing/print-server.ts'])
    expect(ms(path, 'promptTimeoutMs')).toBe(60_000);
});

it('[R18.1] lists every file whose calls wait at most as long as the outbox', () => {
  expect([...new Set(found(/\.\.\.(quietly)\b/g).map((one) => one.split(':')[0]))]).toEqual([
    'kitchen/kitchen.ts',
    'outbox/send-entry.ts',
  ]);
});
