/** Support for barcode scanners that act as a keyboard: keys in quick succession that end with Enter. Source: R35.23. */
import { useEffect, useEffectEvent } from 'react';
import { scanGapMs } from '../../session/scan-gap.ts';
import { isTextField } from '../../ui/hook/shortcut.ts';
import { keysOfField } from './keys-of-field.ts';
import { type Scanned, scanReader } from './scan-reader.ts';

/** A code as products bear it: nobody types so many digits as fast as a scanner. */
const productCode = /^\d{8,}$/;

/** Returns whether a field is the search for items, or is for numbers, where a code would be a wrong weight or amount. */
function expectsNoCode(field: EventTarget | null): { readonly isSearch: boolean; readonly isNumber: boolean } {
  const input = field instanceof HTMLInputElement ? field : undefined;
  return {
    isSearch: input !== undefined && 'find' in input.dataset && input.closest('[aria-modal="true"]') === null,
    isNumber: input !== undefined && ['none', 'decimal', 'numeric'].includes(input.inputMode),
  };
}

/**
 * Calls `onScan` with each scanned code, and with 'cut' for one that was not read in full. A text field that is being typed in keeps its keys, except
 * the search for items and fields for numbers. From one that only has the focus a code is taken that `isKnown`, because people type fast too; the field
 * gets back the text that it had before. Source: docs/rules.md#scans.
 */
export function useBarcode(onScan: (scanned: Scanned) => void, isKnown: (code: string) => boolean): void {
  const latest = useEffectEvent(onScan);
  const knows = useEffectEvent(isKnown);
  useEffect(() => {
    const read = scanReader(scanGapMs);
    const readInField = scanReader(scanGapMs, 2);
    const field = keysOfField(scanGapMs);
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isInField = isTextField(event.target);
      const { isSearch, isNumber } = expectsNoCode(event.target);
      if (isInField && field.isTyping(event) && !isSearch && !isNumber) return;
      const scanned = (isInField ? readInField : read)({ key: event.key, at: event.timeStamp });
      const isTaken = (code: string) => knows(code) || (isNumber && productCode.test(code));
      if (!scanned || (isInField && (scanned === 'cut' || !isTaken(scanned.code)))) return;
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
