/**
 * Support for barcode scanners that act as a keyboard: keys in quick succession that end with Enter, while no field has
 * the focus.
 */
import { useEffect, useRef } from 'react';
import { isTyping } from '../../../ui/hook/shortcut.ts';

const maxKeyGapMs = 40;
const minLength = 4;

/** Calls `onCode` with each scanned code. */
export function useBarcode(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let code = '';
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const isScanning = event.timeStamp - last <= maxKeyGapMs;
      last = event.timeStamp;
      if (event.key === 'Enter') {
        const scanned = isScanning && code.length >= minLength ? code : '';
        code = '';
        if (!scanned) return;
        // Otherwise the scanner's Enter would press the focused button.
        event.preventDefault();
        event.stopPropagation();
        latest.current(scanned);
      } else if (event.key.length === 1) {
        code = isScanning ? code + event.key : event.key;
      }
    };
    globalThis.addEventListener('keydown', onKey, true);
    return () => globalThis.removeEventListener('keydown', onKey, true);
  }, []);
}
