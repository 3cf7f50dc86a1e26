import { expect, it } from 'vitest';
import { type RunProgram, readSynchronized } from './synchronized.ts';

/** Returns what runs programs that print a text; the others are missing. */
const printing =
  (texts: Readonly<Record<string, string>>): RunProgram =>
  async (program) =>
    texts[program] ?? null;

it('asks timedatectl for the time server, and chrony where that knows better', async () => {
  expect(await readSynchronized(printing({ timedatectl: 'yes\n' }))).toBe(true);
  expect(await readSynchronized(printing({ timedatectl: 'no\n' }))).toBe(false);
  const tracking = (leap: string): string =>
    `C0A80101,192.168.1.1,3,1795516800.1,0.0,0.0,0.0,0.0,0.0,0.0,0.1,0.1,64.0,${leap}\n`;
  expect(await readSynchronized(printing({ timedatectl: 'no\n', chronyc: tracking('Normal') }))).toBe(true);
  expect(await readSynchronized(printing({ chronyc: tracking('Not synchronised') }))).toBe(false);
  expect(await readSynchronized(printing({}))).toBeNull();
});
