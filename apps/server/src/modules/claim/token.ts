/** Tokens of receipts by which guests claim their points: signed by the server, for one bill, and stored nowhere. Source: R22.17, docs/rules.md#points. */
import { timingSafeEqual } from 'node:crypto';

/** Signs a text with the key of the server. */
export type Sign = (text: string) => string;

const radix = 36;
const macLength = 22;

/** Returns the token of a bill. */
export function claimToken(sign: Sign, outletId: number, billId: number): string {
  return `${billId.toString(radix)}.${sign(`points ${outletId} ${billId}`).slice(0, macLength)}`;
}

/** Returns the id of the bill whose token it is; undefined for one that the server did not make. */
export function billOfToken(sign: Sign, outletId: number, token: string): number | undefined {
  const billId = Number.parseInt(token.split('.')[0] ?? '', radix);
  if (!Number.isSafeInteger(billId) || billId <= 0) return undefined;
  const [expected, got] = [claimToken(sign, outletId, billId), token].map((text) => Buffer.from(text));
  return expected && got && expected.length === got.length && timingSafeEqual(expected, got) ? billId : undefined;
}
