/** This device: its identity, its short number, and the numbers that it gives while the server is unreachable. */

import { withLock } from '../storage/lock.ts';
import { onLocalLost, restoreLocal } from '../storage/lost-storage.ts';
import { uuidv7 } from './id.ts';

const deviceKey = 'atoll.device';

interface Device {
  readonly id: string;
  readonly number: number;
  /** Last number given, by series. */
  readonly series: Readonly<Record<string, number>>;
}

/** The last stored value. If the storage is cleared, the device keeps its identity and repeats no number. */
let inMemory: string | null = null;
onLocalLost({
  owns: (key) => key === deviceKey,
  writeBack() {
    if (inMemory !== null && localStorage.getItem(deviceKey) === null) localStorage.setItem(deviceKey, inMemory);
  },
  // Another tab issued a number.
  writtenElsewhere(_key, text) {
    inMemory = text;
  },
});

function read(): Device {
  let text = localStorage.getItem(deviceKey);
  if (text === null && restoreLocal()) text = localStorage.getItem(deviceKey);
  if (text !== null) {
    inMemory = text;
    return JSON.parse(text) as Device;
  }
  const device: Device = { id: uuidv7(), number: 1 + Math.floor(Math.random() * 99), series: {} };
  write(device);
  return device;
}

function write(device: Device): void {
  inMemory = JSON.stringify(device);
  localStorage.setItem(deviceKey, inMemory);
}

export const deviceId = (): string => read().id;

/** Returns the n of 'T{n}-127'. */
export const deviceNumber = (): number => read().number;

/** Sets the number of this till, from the settings, so that no two tills print the same. */
export const setDeviceNumber = (number: number): void => write({ ...read(), number });

/**
 * Returns the next number of this device's own series ('T3-127'), unique across tabs. Ticket series restart daily. Practice has series of its own
 * ('P3-1'), so that it leaves no gap in the others (R31.46).
 */
export function nextDeviceNumber(series: 'bill' | `ticket.${string}`, isPractice: boolean): Promise<string> {
  return withLock('device-number', async () => {
    const device = read();
    const name = isPractice ? `practice-${series}` : series;
    const next = (device.series[name] ?? 0) + 1;
    // Only today's ticket series are kept.
    const kept = Object.entries(device.series).filter(
      ([other]) => series === 'bill' || other.endsWith('bill') || other.endsWith(series),
    );
    write({ ...device, series: { ...Object.fromEntries(kept), [name]: next } });
    return `${isPractice ? 'P' : 'T'}${device.number}-${next}`;
  });
}

const printerKey = (setting: string): string => `atoll.printer.${setting}`;

/** Returns this device's override of BillPrinter, KotPrinter or a similar setting; '' without one. */
export const printerOverride = (setting: string): string => localStorage.getItem(printerKey(setting)) ?? '';
export function setPrinterOverride(setting: string, name: string): void {
  if (name) localStorage.setItem(printerKey(setting), name);
  else localStorage.removeItem(printerKey(setting));
}
