/** Whether Atoll starts with the machine, and whether the machine stays awake and has enough memory. */
import { bad, type Finding, good, off, watch } from './finding.ts';
import type { Machine, Memory } from './machine.ts';

/** What systemd says about a unit. */
export interface Unit {
  readonly load: string;
  readonly active: string;
  readonly file: string;
}

/** Returns what systemd says about a unit; null on a machine without systemd. */
export async function readUnit(machine: Machine, name: string): Promise<Unit | null> {
  const properties = '--property=LoadState,ActiveState,UnitFileState';
  const text = await machine.run('systemctl', ['show', name, properties]);
  if (text === null) return null;
  const values = new Map(text.split('\n').map((line) => [line.split('=')[0] ?? '', line.split('=')[1] ?? '']));
  const valueOf = (key: string): string => values.get(key)?.trim() ?? '';
  return { load: valueOf('LoadState'), active: valueOf('ActiveState'), file: valueOf('UnitFileState') };
}

/** Returns the finding about a service of Atoll; `isNeeded` when this machine should have it. */
export function checkService(check: string, unitName: string, unit: Unit | null, isNeeded: boolean): Finding {
  if (unit === null || unit.load === '') return off(check, 'This machine has no systemd.');
  if (unit.load !== 'loaded') {
    if (!isNeeded) return off(check, `${unitName} is not installed.`);
    return watch(
      check,
      `${unitName} is not installed, so it does not start with the machine.`,
      `Run npm run setup, or copy deploy/systemd/${unitName} to /etc/systemd/system and run systemctl enable --now ${unitName}.`,
    );
  }
  if (unit.active !== 'active')
    return bad(
      check,
      `${unitName} is ${unit.active}.`,
      `Run systemctl start ${unitName}, and look at journalctl -u ${unitName} if it ends again.`,
    );
  if (unit.file !== 'enabled')
    return watch(check, `${unitName} runs, but does not start with the machine.`, `Run systemctl enable ${unitName}.`);
  return good(check, `${unitName} runs and starts with the machine.`);
}

/** The targets by which systemd puts a machine to sleep. */
export const sleepTargets = ['sleep.target', 'suspend.target', 'hibernate.target', 'hybrid-sleep.target'] as const;

/** Returns the finding about sleep, from what systemd says about its targets in order. */
export function checkSleep(units: readonly (Unit | null)[]): Finding {
  const name = 'Sleep';
  if (units.some((unit) => unit === null || unit.load === '')) return off(name, 'This machine has no systemd.');
  const open = sleepTargets.filter((_, index) => units[index]?.load === 'loaded');
  if (open.length === 0) return good(name, 'The machine does not go to sleep.');
  return watch(
    name,
    'The machine may go to sleep, and then no till reaches it.',
    `Run systemctl mask ${open.join(' ')}.`,
  );
}

const megabyte = 1024 ** 2;
const watchMegabytes = 512;
const badMegabytes = 128;

/** Returns the finding about memory. */
export function checkMemory({ availableBytes, totalBytes }: Memory): Finding {
  const [available, total] = [Math.floor(availableBytes / megabyte), Math.floor(totalBytes / megabyte)];
  const text = `${available} of ${total} MB is available.`;
  const remedy = 'End programs that this machine does not need, or add memory.';
  if (available < badMegabytes) return bad('Memory', text, remedy);
  return available < watchMegabytes ? watch('Memory', text, remedy) : good('Memory', text);
}
