/** Support for barcode scanners that act as a keyboard: keys in quick succession that end with Enter. Source: R35.23. */
import { useEffect, useEffectEvent } from 'react';
import { scanGapMs } from '../../../session/scan-gap.ts';
import { isTextField } from '../../../ui/hook/shortcut.ts';
import { keysOfField } from './keys-of-field.ts';
import { type Scanned, scanReader } from './scan-reader.ts';

/**
 * Calls `onScan` with each scanned code, and with 'cut' for one that was not read in full. A text field that is being typed in keeps its keys. From
 * one that only has the focus a code is taken that `isKnown`, because people type fast too; the field gets back the text that it had before.
 */
export function useBarcode(onScan: (scanned: Scanned) => void, isKnown: (code: string) => boolean): void {
  const latest = useEffectEvent(onScan);
  const knows = useEffectEvent(isKnown);
  useEffect(() => {
    const read = scanReader(scanGapMs);
    const readInField = scanReader(scanGapMs);
    const field = keysOfField(scanGapMs);
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isInField = isTextField(event.target);
      if (isInField && field.isTyping(event)) return;
      const scanned = (isInField ? readInField : read)({ key: event.key, at: event.timeStamp });
      if (!scanned || (isInField && (scanned === 'cut' || !knows(scanned.code)))) return;
      // Otherwise the scanner's Enter would press the focused button.
      event.preventDefault();
      event.stopPropagation();
      if (isInField) field.restore();
      latest(scanned);
    };
    globalThis.addEventListener('keydown', onKey, true);
    return () => globalThis.removeEventListener('keydown', onKey, true);
  }, []);
}
