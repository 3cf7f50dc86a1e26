/** Support for barcode scanners that act as a keyboard: keys in quick succession that end with Enter. Source: R35.23. */
import { useEffect, useEffectEvent } from 'react';
import { scanGapMs } from '../../../session/scan-gap.ts';
import { isTextField } from '../../../ui/hook/shortcut.ts';
import { type Scanned, scanReader } from './scan-reader.ts';

/** Calls `onScan` with each scanned code, and with 'cut' for one that was not read in full. Text fields keep their keys. */
export function useBarcode(onScan: (scanned: Scanned) => void): void {
  const latest = useEffectEvent(onScan);
  useEffect(() => {
    const read = scanReader(scanGapMs);
    const onKey = (event: KeyboardEvent) => {
      if (isTextField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const scanned = read({ key: event.key, at: event.timeStamp });
      if (!scanned) return;
      // Otherwise the scanner's Enter would press the focused button.
      event.preventDefault();
      event.stopPropagation();
      latest(scanned);
    };
    globalThis.addEventListener('keydown', onKey, true);
    return () => globalThis.removeEventListener('keydown', onKey, true);
  }, []);
}
