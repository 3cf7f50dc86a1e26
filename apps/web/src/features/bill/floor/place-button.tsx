import { type Place, planSize } from '@atoll/domain/outlet/floor/floor-plan';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { placeStyle, uprightStyle } from '../../../bill/place-style.ts';
import { holdSecondPress } from '../../../ui/hook/second-press.ts';
import css from './place-button.module.css';
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

/** The narrowest places with room for the state and the amount, and for everything, and the lowest one with room for the course too, px. */
const roomy = { state: 58, all: 84, course: 100 } as const;

/** Shows a place with the state of its bill in word and colour; one tap opens the bill. What it has no room for is in its description and in the tiles. */
export const PlaceButton = memo(function PlaceButton(props: PlaceButtonProps) {
  const { place, open, t, isFocusable, planWidth, onFocus, onOpen } = props;
  const words = placeWords(t, place, open);
  const { width = 0, height = 0, rotation } = place;
  const px = planWidth === undefined ? Number.POSITIVE_INFINITY : (width / planSize.width) * planWidth;
  const hasCourse = words.course && px > roomy.all && (planWidth === undefined || (px * height) / width > roomy.course);
  const seen = (
    <>
      <span className={words.shortName.length > 4 ? `${css.name} ${css.long}` : css.name}>{words.shortName}</span>
      {px > roomy.state && <span className={css.state}>{words.state}</span>}
      {px > roomy.state && words.amount && <span className={css.amount}>{words.amount}</span>}
      {px > roomy.all && words.more && <span>{words.more}</span>}
      {hasCourse && <span>{words.course}</span>}
      {px > roomy.all && words.waiter && <span className={css.waiter}>{words.waiter}</span>}
    </>
  );
  return (
    <button
      type="button"
      className={css.place}
      data-shape={place.shape}
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
