/** The words of a place on the floor board. */
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Place } from '@atoll/domain/outlet/floor/floor-plan';
import type { TFunction } from 'i18next';
import { slotName } from '../../../locale/slot-name.ts';
import { tileAmount } from '../slot/tile-amount.ts';
import type { FloorSlot } from './use-floor-slots.ts';

export type ShownPlace = Pick<Place, 'type' | 'slot' | 'name' | 'seats'> & Partial<Place>;

/** Returns a translation that makes each text once: a board repeats a few texts for a hundred places. */
export function textsOnce(t: TFunction): TFunction {
  const known = new Map<string, string>();
  const once = (key: string, given?: string | Readonly<Record<string, unknown>>): string => {
    const values = typeof given === 'object' ? Object.values(given) : [];
    const id = [key, ...values].join('\n');
    const text = known.get(id) ?? (t as unknown as (...all: unknown[]) => string)(key, given);
    known.set(id, text);
    return text;
  };
  return once as TFunction;
}

/** Returns what a place says, at most: a small one shows its name alone. */
export function placeWords(t: TFunction, place: ShownPlace, open: FloorSlot | undefined) {
  const marks = open ? marksOf(t, open) : [];
  const masked = open?.bill.isMasked ?? false;
  const shared =
    open && open.joinedTo !== null ? t('floor.joinedTo', { slot: slotName(t, place.type, open.joinedTo) }) : '';
  const own = masked
    ? t('waiter.takenBy', { name: open?.waiter })
    : t(`bill.states.${(open?.bill.status ?? 'Free') as 'Saved' | 'Free'}`);
  const state = shared || own;
  const amount = open && !masked && !shared && open.total !== 0 ? formatMoney(laari(open.total)) : '';
  const since = open ? sinceText(t, open.minutes) : '';
  const course = open?.course && !masked ? t('floor.course', { n: open.course }) : '';
  const guests = open?.covers ? t('floor.guests', { count: open.covers }) : '';
  // The state of a table of another waiter says the name already.
  const about = (
    open
      ? [...marks, spokenSince(t, open.minutes), course, guests, masked && !shared ? '' : open.waiter]
      : [t('floor.seats', { count: place.seats })]
  ).filter(Boolean);
  const name = slotName(t, place.type, place.slot);
  // A plan has room for 'With 3'; 'With Table 3' is in the name of the button.
  const seen = shared && place.type === 'Table' ? t('floor.joinedTo', { slot: open?.joinedTo }) : shared;
  return {
    shortName: place.name || (place.type === 'Table' ? place.slot : name),
    state: seen || (masked ? t('bill.taken') : (marks[0] ?? state)),
    amount: amount && tileAmount(open?.total ?? 0),
    more: [masked ? marks[0] : '', since, guests].filter(Boolean).join(' · '),
    course,
    waiter: open?.waiter ?? '',
    name: [place.name ? `${name} (${place.name})` : name, state, amount].filter(Boolean).join(', '),
    description: about.join(', '),
    title: [state, ...about].filter(Boolean).join(' · '),
  };
}

const sinceText = (t: TFunction, minutes: number): string =>
  minutes < 60 ? t('service.minutes', { n: minutes }) : t('service.hours', { n: Math.floor(minutes / 60) });

/** Returns the time in words: a screen reader reads 25′ as 'prime'. */
const spokenSince = (t: TFunction, minutes: number): string =>
  minutes < 60 ? t('floor.minutes', { count: minutes }) : t('floor.hours', { count: Math.floor(minutes / 60) });

/** Returns the marks of a slot, the most urgent first. */
function marksOf(t: TFunction, { hasFailed, isUnseen, isUnpaid, isLate, hasUnsaved }: FloorSlot): string[] {
  return [
    ...(hasFailed ? [t('floor.notSent')] : []),
    ...(isUnseen ? [t('floor.unseen')] : []),
    ...(isUnpaid ? [t('floor.unpaid')] : []),
    ...(isLate ? [t('bill.late')] : []),
    ...(hasUnsaved ? [t('bill.notSaved')] : []),
  ];
}
