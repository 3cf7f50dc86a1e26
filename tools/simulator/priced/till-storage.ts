/** What the disks of tills may not keep: the code of a gift card or a coupon, and of a card its hash, which pays. Source: R22.5, docs/rules.md#wallet-codes. */
import { codeHash } from '@atoll/domain/wallet/code';
import type { Disk } from '../device/disk.ts';
import type { Simulation } from '../simulation.ts';

/** Returns what stands there as codes are compared: in capital letters, without hyphens. */
const plain = (what: unknown): string => JSON.stringify(what).replace(/[\s-]/g, '').toUpperCase();

/** Stores of calls: a payment without the server proves with the hash that the card was there, also to a store that is restored later. */
const callStores = new Set(['outbox', 'sent']);
/** So do payments that were entered, or came back refused, with the draft of their bill. */
const isDraft = (name: string): boolean => name.startsWith('bills.');

const textsOf = ({ localStorage, sessionStorage, tables }: Disk) => {
  const rowsOf = (isCall: boolean): unknown => [
    ...[...tables].filter(([name]) => callStores.has(name) === isCall).map(([, { rows }]) => [...rows]),
    Object.entries(localStorage).filter(([name]) => isDraft(name) === isCall),
  ];
  return { calls: plain(rowsOf(true)), others: plain([sessionStorage, rowsOf(false)]) };
};

/** Returns what does not hold as sentences. */
export function codesOnTills({ setup: { priced }, tills, acknowledged }: Simulation): string[] {
  if (!priced) return [];
  const cards = [...priced.cardCodes, ...acknowledged.priced.cardCodes];
  const coupons = priced.coupons.map(({ code }) => code);
  const hashes = cards.map((code) => codeHash(code).toUpperCase());
  return tills.flatMap(({ number, disk }) => {
    const { calls, others } = textsOf(disk);
    const has = (one: string): boolean => others.includes(one) || calls.includes(one);
    const kept = [
      ...(cards.some(has) ? ['the code of a card'] : []),
      ...(coupons.some(has) ? ['the code of a coupon'] : []),
      ...(hashes.some((hash) => others.includes(hash)) ? ['the hash that pays by a card'] : []),
    ];
    return kept.map((words) => `${words} stands on the disk of till ${number}`);
  });
}
