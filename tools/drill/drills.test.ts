/** Tests of the drills: names, parts, files, the table, and the two that need least, each with one short fault. */

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { drillPrograms, programs } from '../scripts/programs.mjs';
import { deployText } from './deploy-file.ts';
import { chosenDrills, drills } from './drills.ts';
import { openEnvironment } from './environment.ts';
import { type DrillRow, isFailure, tableOf } from './row.ts';
import { openRun } from './run.ts';

const row: DrillRow = {
  name: 'kill',
  acknowledged: 120,
  lost: 0,
  doubled: 0,
  gapMs: 2345,
  left: 0,
  waiting: [],
  notes: ['killed 3 times'],
};

describe('the table of the drills', () => {
  it('prints what each drill counted, and that it is good', () => {
    expect(tableOf([row])).toEqual([
      'drill  acknowledged  lost  doubled  longest gap  left after 10 s  verdict',
      'kill            120     0        0        2.3 s                0  good; killed 3 times',
    ]);
    expect(isFailure(row)).toBe(false);
  });

  it.each([
    ['a lost payment', { lost: 1 }, 'LOST'],
    ['a doubled payment', { doubled: 1 }, 'DOUBLED'],
    ['an entry that is left', { left: 1 }, 'LEFT'],
    ['a till that waits for a person', { waiting: ['till 1 waits for a sign-in'] }, 'sign-in'],
    ['a run in which nothing was sold', { acknowledged: 0 }, 'nothing was sold'],
  ])('fails for %s', (_, change, words) => {
    const bad = { ...row, ...change };
    expect(isFailure(bad)).toBe(true);
    expect(tableOf([bad])[1]).toContain('FAILED');
    expect(tableOf([bad])[1]).toContain(words);
  });

  it('fails for a drill that broke, and not for a missing part', () => {
    expect(isFailure({ name: 'bus', why: 'Redis missing', isMissing: true })).toBe(false);
    expect(tableOf([{ name: 'bus', why: 'Redis missing', isMissing: true }])[1]).toMatch(/not run: Redis missing$/);
    expect(isFailure({ name: 'bus', why: 'Redis ended', isMissing: false })).toBe(true);
  });
});

describe('the choice of drills', () => {
  it('plays all without names, and names an unknown one', () => {
    expect(chosenDrills([])).toBe(drills);
    expect(chosenDrills(['bus', 'kill']).map(({ name }) => name)).toEqual(['bus', 'kill']);
    expect(() => chosenDrills(['fire'])).toThrow(/no drill 'fire'.*kill, roll, failover/);
  });

  it('knows how each part is found and installed', () => {
    const known = new Set([...programs, ...drillPrograms].map(({ name }) => name));
    for (const { parts } of drills) for (const part of parts) expect(known).toContain(part);
  });

  it('names the missing part of a drill instead of playing it', async () => {
    const run = openRun({ isMissing: (part) => part === 'Redis' });
    const [bus] = chosenDrills(['bus']);
    expect(bus && (await run.play(bus))).toEqual({ name: 'bus', why: 'Redis missing', isMissing: true });
    await run.end();
  });
});

describe('a file of deploy', () => {
  it('is filled in only where it says so, and fails when it no longer has a text', () => {
    const text = deployText('redis/redis.conf', { 'port 6379': 'port 1234' });
    expect(text).toContain('port 1234');
    expect(text).toContain('save ""');
    expect(() => deployText('redis/redis.conf', { 'port 9999': '' })).toThrow(/has no 'port 9999'/);
  });
});

describe('the environment of a drill', () => {
  it('ends its programs and removes its folder', async () => {
    const environment = openEnvironment();
    const program = environment.run(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    let isUndone = false;
    environment.atEnd(() => {
      isUndone = true;
    });
    writeFileSync(join(environment.folder, 'file'), '');
    await environment.end();
    expect(program.hasEnded()).toBe(true);
    expect(isUndone).toBe(true);
    expect(existsSync(environment.folder)).toBe(false);
  });
});

/** Where the folders of the short drills are, to see that nothing stays. */
const formerly = process.env['TMPDIR'];
const folder = mkdtempSync(join(tmpdir(), 'atoll-short-drills-'));
// PostgreSQL runs as a user of its own.
chmodSync(folder, 0o711);
afterAll(() => {
  if (formerly === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = formerly;
  rmSync(folder, { recursive: true });
});

describe('short drills', { timeout: 240_000 }, () => {
  const isMissing = (part: string): boolean => !programs.find(({ name }) => name === part)?.find();
  it.skipIf(isMissing('PostgreSQL')).each(['kill', 'readonly'])(
    'loses and doubles no payment in the drill %s, leaves nothing in an outbox and no program',
    async (name) => {
      process.env['TMPDIR'] = folder;
      // The tills' client of the hub writes each connection that it loses to the console.
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const run = openRun({ isMissing, isShort: true });
      const [drill] = chosenDrills([name]);
      const outcome = drill && (await run.play(drill));
      await run.end();
      expect(outcome).toMatchObject({ lost: 0, doubled: 0, left: 0, waiting: [] });
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
