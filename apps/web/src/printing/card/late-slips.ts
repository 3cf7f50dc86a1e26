/** Slips of sold cards that the print server did not accept, kept on this till until it does. Source: R22.2, docs/rules.md#wallet-codes. */
import { create } from 'zustand';

const slipsKey = 'atoll.card-slips';

/** What the slip of a card says beside its code. */
export interface SlipText {
  /** Laari. */
  readonly amount: number;
  /** Absent: a gift card. */
  readonly title?: string;
  /** Its last day, YYYY-MM-DD; null: it does not expire. */
  readonly validUntil?: string | null;
}

interface LateSlip {
  readonly outletId: number;
  readonly text: SlipText;
  /** What the print server said last. */
  readonly message: string;
}

/** Slips by key of the line that sells the card, oldest first. */
type LateSlips = Readonly<Record<string, LateSlip>>;

const read = (): LateSlips => JSON.parse(localStorage.getItem(slipsKey) ?? '{}') as LateSlips;

export const useLateSlips = create<LateSlips>()(read);

function write(slips: LateSlips): void {
  localStorage.setItem(slipsKey, JSON.stringify(slips));
  useLateSlips.setState(slips, true);
}

export const keepLate = (lineKey: string, slip: LateSlip): void => write({ ...read(), [lineKey]: slip });

export function forgetLate(lineKey: string): void {
  const { [lineKey]: late, ...others } = read();
  if (late) write(others);
}
