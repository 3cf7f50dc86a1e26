/** Support for barcode scanners that act as a keyboard: keys in quick succession that end with Enter. Source: R35.23. */
import { useEffectEvent, useLayoutEffect } from 'react';
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

interface Taker {
  readonly onScan: (scanned: Scanned) => void;
  readonly isKnown: (code: string) => boolean;
}

/** Who takes scans now; the last one opened first. */
let takers: readonly Taker[] = [];
let isListening = false;

/** Reads every key from now on: a code whose first keys came on one screen, and the others on the next one, is read whole. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  const read = scanReader(scanGapMs);
  const field = keysOfField(scanGapMs);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isInField = isTextField(event.target);
    const { isSearch, isNumber } = expectsNoCode(event.target);
    if (isInField && field.isTyping(event) && !isSearch && !isNumber) return;
    const scanned = read({ key: event.key, at: event.timeStamp, minCut: isInField ? 2 : 1 });
    const taker = takers.at(-1);
    if (!scanned || !taker) return;
    const isTaken = (code: string) => taker.isKnown(code) || (isNumber && productCode.test(code));
    if (isInField && (scanned === 'cut' || !isTaken(scanned.code))) return;
    // Otherwise the scanner's Enter would press the focused button.
    event.preventDefault();
    event.stopPropagation();
    if (isInField) field.restore();
    taker.onScan(scanned);
  };
  globalThis.addEventListener('keydown', onKey, true);
}

/**
 * Calls `onScan` with each scanned code, and with 'cut' for one that was not read in full. A text field that is being typed in keeps its keys, except
 * the search for items and fields for numbers. From one that only has the focus a code is taken that `isKnown`, because people type fast too; the field
 * gets back the text that it had before. Source: docs/rules.md#scans.
 */
export function useBarcode(onScan: (scanned: Scanned) => void, isKnown: (code: string) => boolean): void {
  const latest = useEffectEvent(onScan);
  const knows = useEffectEvent(isKnown);
  // With the screen itself: a scan may end before the browser has painted it.
  useLayoutEffect(() => {
    const taker: Taker = { onScan: (scanned) => latest(scanned), isKnown: (code) => knows(code) };
    takers = [...takers, taker];
    listen();
    return () => {
      takers = takers.filter((each) => each !== taker);
    };
  }, []);
}
