import { type Place, planSize } from '@atoll/domain/outlet/floor/floor-plan';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { placeStyle, uprightStyle } from '../../../bill/place-style.ts';
import { holdSecondPress } from '../../../ui/hook/second-press.ts';
import css from './place-button.module.css';
import { boxOf, placeRoom } from './place-room.ts';
import { placeWords, type ShownPlace } from './place-words.ts';
import type { FloorSlot } from './use-floor-slots.ts';

interface PlaceButtonProps {
  readonly place: ShownPlace;
  readonly open: FloorSlot | undefined;
  readonly t: TFunction;
  readonly isFocusable: boolean;
  /** The width of the plan, px; undefined for a tile. */
  readonly planWidth: number | undefined;
  readonly onFocus: (place: ShownPlace) => void;
  readonly onOpen: (place: ShownPlace) => void;
}

/** Shows a place with the state of its bill in word and colour; one tap opens the bill. What it has no room for is in its description and in the tiles. */
export const PlaceButton = memo(function PlaceButton(props: PlaceButtonProps) {
  const { place, open, t, isFocusable, planWidth, onFocus, onOpen } = props;
  const words = placeWords(t, place, open);
  const { rotation } = place;
  const room = placeRoom(words, planWidth === undefined ? undefined : boxOf(place, planWidth / planSize.width));
  const seen = (
    <>
      <span className={words.shortName.length > 4 ? `${css.name} ${css.long}` : css.name}>
        {words.shortName}
        {room.initials && <small>{room.initials}</small>}
      </span>
      {room.hasState && <span className={css.state}>{words.state}</span>}
      {room.amount !== 'none' && (
        <span className={room.amount === 'small' ? css.digits : css.amount}>{words.amount}</span>
      )}
      {room.hasMore && <span>{words.more}</span>}
      {room.hasCourse && <span>{words.course}</span>}
      {room.waiter && <span className={css.waiter}>{room.waiter}</span>}
    </>
  );
  return (
    <button
      type="button"
      className={css.place}
      data-shape={planWidth === undefined ? undefined : place.shape}
      data-state={open?.bill.status}
      data-late={open && (open.isLate || open.isUnpaid || open.hasFailed || open.isUnseen)}
      aria-label={words.name}
      aria-description={words.description || undefined}
      title={words.title}
      tabIndex={isFocusable ? 0 : -1}
      style={planWidth === undefined ? undefined : placeStyle(place as Place)}
      onFocus={() => onFocus(place)}
      onClick={() => {
        // On a phone the items come where the place was.
        holdSecondPress();
        onOpen(place);
      }}
    >
      {planWidth !== undefined && rotation ? (
        <span className={css.words} style={uprightStyle(rotation)}>
          {seen}
        </span>
      ) : (
        seen
      )}
    </button>
  );
});
