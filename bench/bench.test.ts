import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPrograms } from '../apps/server/src/platform/store/testing/postgres.ts';
import { requireNode } from '../tools/scripts/folder.mjs';
import { programFile } from '../tools/scripts/program-file.ts';
import { atLeast, atMost, type Figure, isMet, quantile } from './figure.ts';
import { readOptions } from './run.ts';
import { sectionTable, summary } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const figure = (more: Partial<Figure>): Figure => ({ section: 'calls', name: 'pay', value: 2, unit: 'ms', ...more });

describe('the benchmark', () => {
  it('measures the machine, calls, hub, start, print, menu, gift cards, lists and history on real servers, each with its budget', () => {
    const json = join(folder, 'figures.json');
    const only = 'machine,calls,hub,start,print,menu,wallets,lists,history,setup';
    const args = [
      programFile('bench/main.ts'),
      '--quick',
      '--bills',
      '60',
      '--many',
      '60',
      '--engine',
      'embedded',
      '--only',
      only,
      '--json',
      json,
    ];
    const { status, stdout, stderr } = spawnSync(requireNode(), args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('against the bare engine');
    const { figures } = JSON.parse(readFileSync(json, 'utf8')) as { figures: (Figure & { met?: boolean })[] };
    expect(new Set(figures.map(({ section }) => section))).toEqual(
      new Set([
        'machine',
        '[R34.4] calls, embedded, a café’s features on',
        '[R34.4] calls, embedded, a café’s features off',
        'hub',
        'start',
        'print',
        'menu',
        'gift cards, embedded',
        'lists, embedded',
        'history of 60 bills in one outlet, embedded',
        'lists of records, embedded',
        'setup and care',
      ]),
    );
    // Memory may have been released in the meantime, and https may add less to a call than the calls differ.
    for (const { name, value, unit } of figures) {
      const mayBeNone = unit === 'MB' || name.startsWith('https adds');
      expect([name, Number.isFinite(value) && (value > 0 || mayBeNone)]).toEqual([name, true]);
    }
    const held = figures.filter(({ budget }) => budget);
    expect(held.length).toBeGreaterThan(12);
    expect(held.every(({ met }) => typeof met === 'boolean')).toBe(true);
  }, 180_000);

  it.skipIf(findPrograms() === undefined)(
    'plays a chain on two servers, with rest, bills, hints, a reset of the bus and the largest tables',
    () => {
      const args = ['--outlets', '3', '--tills', '2', '--seconds', '2', '--settle', '1', '--rest', '1'];
      const { status, stdout, stderr } = spawnSync(requireNode(), [programFile('bench/chain/main.ts'), ...args], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(status).toBe(0);
      for (const name of [
        'processor at rest',
        'memory of a connection',
        'bills',
        'pay, p50',
        'pay, p99',
        'hint on another till, p99',
      ])
        expect(stdout).toMatch(new RegExp(`${name}.* -?[\\d,.]+(?: ms| kB|%|/s)`));
      expect(stdout).toMatch(/processor of a call .*\n.*slowest payment, bus reset 3 times +[\d,.]+ ms/);
      expect(stdout).toMatch(/largest tables: \w+ [\d.]+ MB/);
    },
    180_000,
  );

  it('reports whether a budget is met', () => {
    expect(isMet(figure({ budget: atMost(2) }))).toBe(true);
    expect(isMet(figure({ budget: atMost(1.9) }))).toBe(false);
    expect(isMet(figure({ budget: atLeast(2.1) }))).toBe(false);
    expect(isMet(figure({}))).toBeUndefined();
    expect(summary([figure({ budget: atMost(1) })])).toContain('Missed: calls – pay');
    expect(summary([figure({ budget: atMost(2) }), figure({})])).toBe('All 1 budgets are met.');
  });

  it('returns the value below which a share of the values is', () => {
    const values = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect([quantile(values, 0.5), quantile(values, 0.99), quantile([7], 0.99)]).toEqual([51, 100, 7]);
  });

  it('shows the figure, its budget, the bare limit and the ratio in a row', () => {
    const table = sectionTable('calls', [figure({ value: 1.5, budget: atMost(2), bare: 0.5, ratio: 3 })]);
    expect(table.split('\n').at(-1)).toMatch(/✓ pay +1.5 ms +≤ 2 ms +0.5 ms +3 ×/);
  });

  it('refuses an unknown section', () => {
    expect(() => readOptions(['--only', 'calls,coffee'])).toThrow(/no section coffee/);
    expect(readOptions(['--quick', '--bills', '50']).sizes.bills).toBe(50);
  });
});
