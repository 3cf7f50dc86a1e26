/** Keeps the keys of a barcode scanner out of a passcode: a scan is neither a try of it nor lost without a word. Source: docs/rules.md#scans. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { scanReader } from '../bill/scan/scan-reader.ts';
import { soundRefusedScan } from '../bill/sounds.ts';
import { t } from '../locale/locale.ts';
import { scanGapMs } from '../session/scan-gap.ts';
import { showToast } from '../ui/overlay/toast.ts';

/** A little more than the longest gap, so that a late timer does not take the next key for a new row. */
const marginMs = 20;

interface Keys {
  /** When the last key was pressed, and how many were pressed as fast as a scanner presses them. */
  last: number;
  row: number;
  /** The row is a scan: its next keys are not typed. */
  isScan: boolean;
  /** Waits to send a complete passcode. */
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Returns a function that runs `send` for a complete passcode: at once after a tap, after the gap of a scanner when keys came that fast, and not at all
 * when they go on or end with Enter. Then `onScan` is called, to forget the digits, and a sound and a message say that nothing was added.
 */
export function usePasscodeScan(onScan: () => void): (send: () => void) => void {
  const keys = useRef<Keys>({ last: Number.NEGATIVE_INFINITY, row: 0, isScan: false });
  const forget = useEffectEvent(onScan);
  useEffect(() => {
    const read = scanReader(scanGapMs);
    const listen = (event: KeyboardEvent) => {
      const now = keys.current;
      const isFast = event.timeStamp - now.last <= scanGapMs();
      keys.current = { ...now, last: event.timeStamp, row: isFast ? now.row + 1 : 1, isScan: now.isScan && isFast };
      if (isFast && now.timer !== undefined) {
        clearTimeout(now.timer);
        keys.current = { ...keys.current, isScan: true, timer: undefined };
      }
      const scanned = read({ key: event.key, at: event.timeStamp });
      if (!scanned && !keys.current.isScan) return;
      forget();
      if (scanned && !event.defaultPrevented) {
        soundRefusedScan();
        showToast(t('service.scanDialogOpen'), 'warning', { id: 'barcode' });
      }
      event.preventDefault();
      event.stopPropagation();
    };
    globalThis.addEventListener('keydown', listen, true);
    return () => {
      globalThis.removeEventListener('keydown', listen, true);
      clearTimeout(keys.current.timer);
    };
  }, []);
  return (send) => {
    const { last, row } = keys.current;
    if (row < 2 || performance.now() - last > scanGapMs()) return send();
    clearTimeout(keys.current.timer);
    keys.current.timer = setTimeout(() => {
      keys.current.timer = undefined;
      send();
    }, scanGapMs() + marginMs);
    return undefined;
  };
}
