/** A QR code for each slot that opens the menu. */

import type { siteCodes } from '@atoll/domain/contract/outlet/website';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import type { Store } from '../../platform/store/store.ts';
import { addressOf } from './record.ts';

/** Returns a code for each table and counter slot; `origin` is the address under which guests reach this server. */
export async function slotCodes(store: Store, outletId: number, origin: string): Promise<AnswerOf<typeof siteCodes>> {
  const slug = await addressOf(store, outletId);
  const outlet = await store.readOrg((db) =>
    db.selectFrom('outlet').select('slot_types').where('id', '=', outletId).executeTakeFirstOrThrow(),
  );
  const url = `${origin}/s/${slug}/menu`;
  const places = outlet.slot_types
    .filter(({ type }) => type === 'Table' || type === 'Counter')
    .flatMap(({ type, slotCount }) => Array.from({ length: slotCount - 1 }, (_, index) => ({ type, slot: index + 1 })));
  const { default: QRCode } = await import('qrcode');
  const svg = await QRCode.toString(url, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
  return { url, codes: places.map((place) => ({ ...place, svg })) };
}
