import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Place } from '@atoll/domain/outlet/floor/floor-plan';
import type { TFunction } from 'i18next';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { uprightStyle } from '../../../bill/place-style.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { holdSecondPress } from '../../../ui/hook/second-press.ts';
import { tileAmount } from '../slot/tile-amount.ts';
import css from './place-button.module.css';
import type { FloorSlot } from './use-floor-slots.ts';

interface PlaceButtonProps {
  readonly place: Pick<Place, 'type' | 'slot' | 'name' | 'seats'> & Partial<Pick<Place, 'shape' | 'rotation'>>;
  readonly open: FloorSlot | undefined;
  readonly isFocusable: boolean;
  readonly style?: CSSProperties;
  readonly look: 'plan' | 'tile';
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onOpen: () => void;
}

/** Shows a place with the state of its bill in word and colour; one tap opens the bill. */
export function PlaceButton({ place, open, isFocusable, style, look, onFocus, onKeyDown, onOpen }: PlaceButtonProps) {
  const { t } = useTranslation();
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
  const guests = open?.covers ? t('floor.guests', { count: open.covers }) : '';
  const about = open ? [...marks, since, guests, open.waiter] : [t('floor.seats', { count: place.seats })];
  const name = slotName(t, place.type, place.slot);
  const shortName = place.name || (place.type === 'Table' ? place.slot : name);
  // A plan has room for 'With 3'; 'With Table 3' is in the name of the button.
  const seen = shared && place.type === 'Table' ? t('floor.joinedTo', { slot: open?.joinedTo }) : shared;
  return (
    <button
      type="button"
      className={css.place}
      data-look={look}
      data-shape={place.shape}
      data-state={open?.bill.status ?? 'Free'}
      data-late={open ? open.isLate || open.isUnpaid || open.hasFailed || open.isUnseen : undefined}
      aria-label={[place.name ? `${name} (${place.name})` : name, state, amount].filter(Boolean).join(', ')}
      aria-description={about.filter(Boolean).join(', ') || undefined}
      title={[state, ...about].filter(Boolean).join(' · ')}
      tabIndex={isFocusable ? 0 : -1}
      style={style}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => {
        // On a phone the items come where the place was.
        holdSecondPress();
        onOpen();
      }}
    >
      <span className={css.words} style={look === 'plan' ? uprightStyle(place.rotation) : undefined}>
        <span className={css.name} data-long={shortName.length > 4}>
          {shortName}
        </span>
        <span className={css.state}>{seen || (marks[0] ?? state)}</span>
        {amount && <span className={css.amount}>{tileAmount(open?.total ?? 0)}</span>}
        {open && <span className={css.more}>{[since, guests].filter(Boolean).join(' · ')}</span>}
        {open && !masked && <span className={css.waiter}>{open.waiter}</span>}
      </span>
    </button>
  );
}

const sinceText = (t: TFunction, minutes: number): string =>
  minutes < 60 ? t('service.minutes', { n: minutes }) : t('service.hours', { n: Math.floor(minutes / 60) });

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
