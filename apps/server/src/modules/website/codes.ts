/** A QR code for each slot that opens the menu there. */

import type { siteCodes } from '@atoll/domain/contract/outlet/website';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import type { SlotType } from '@atoll/domain/outlet/outlet';
import type { Store } from '../../platform/store/store.ts';
import { addressOf } from './record.ts';

/** Returns whether only the server's own machine reaches an address. */
export function isLocalAddress(url: string): boolean {
  const { hostname } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return name.startsWith('127.') || name.startsWith('::ffff:7f') || ['::1', '::', '0.0.0.0'].includes(name);
}

/**
 * Returns a code for each table and counter slot; `origin` is the address under which guests reach this server. Returns none when that is this
 * machine's own: a printed code would lead nowhere.
 */
export async function slotCodes(store: Store, outletId: number, origin: string): Promise<AnswerOf<typeof siteCodes>> {
  const slug = await addressOf(store, outletId);
  const outlet = await store.readOrg((db) =>
    db.selectFrom('outlet').select('slot_types').where('id', '=', outletId).executeTakeFirstOrThrow(),
  );
  const url = `${origin}/s/${slug}/menu`;
  if (isLocalAddress(url)) return { url, isLocal: true, codes: [] };
  const { default: QRCode } = await import('qrcode');
  const codes = placesOf(outlet.slot_types).map(async (place) => {
    const own = `${url}?slot=${place.type}-${place.slot}`;
    const svg = await QRCode.toString(own, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
    return { ...place, svg, url: own };
  });
  return { url, isLocal: false, codes: await Promise.all(codes) };
}

/** Returns the slots where guests read the menu: tables and counters. */
export const placesOf = (slotTypes: readonly SlotType[]) =>
  slotTypes
    .filter(({ type }) => type === 'Table' || type === 'Counter')
    .flatMap(({ type, slotCount }) => Array.from({ length: slotCount - 1 }, (_, index) => ({ type, slot: index + 1 })));
