/** The times of an item that a device sends, as far as they are believed. Source: docs/rules.md#courses, docs/rules.md#device-time. */
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import { instant } from './device-time.ts';
import { lateMs } from './late.ts';

/** `firedSent`: the instant that the device sent for the firing, where another one counts: by it the device knows its firing. */
export type SentItem = BillItemInput & { readonly firedSent?: string };

/**
 * Returns an item with the times that decide which of two changes is the later one, none of them more than a minute ahead: otherwise a till whose clock is
 * wrong, or says so, would have the last word on its discount, seat and course.
 */
export function timesUpToNow(item: BillItemInput, now: number): SentItem {
  const latest = now + lateMs;
  const limited = (text: string): string => (Date.parse(text) > latest ? instant(latest) : text);
  const { modifiedAt, placedAt, firedAt } = item;
  const fired = firedAt === undefined ? undefined : limited(firedAt);
  return {
    ...item,
    ...(modifiedAt !== undefined && { modifiedAt: limited(modifiedAt) }),
    ...(placedAt !== undefined && { placedAt: limited(placedAt) }),
    ...(fired !== undefined && { firedAt: fired }),
    ...(firedAt !== undefined && fired !== firedAt && { firedSent: firedAt }),
  };
}
