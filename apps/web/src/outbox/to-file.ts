/** Exports unsynced entries as a file: for the administrator of the server, or as a backup when the device is given away. */

import { tillNowText } from '../clock/till-clock.ts';
import { saveFile } from '../storage/save-file.ts';
import type { OutboxEntry } from './entry.ts';

export function entriesText(entries: readonly OutboxEntry[], savedAt: string): string {
  return JSON.stringify({ name: 'Atoll: work that the server has not taken', savedAt, entries }, null, 2);
}

export function saveEntries(entries: readonly OutboxEntry[]): void {
  const savedAt = tillNowText();
  const name = `atoll-unsent-${savedAt.slice(0, 19).replaceAll(':', '-')}.json`;
  saveFile(name, new Blob([entriesText(entries, savedAt)], { type: 'application/json' }));
}
