import {
  type Place,
  placeAt,
  placeRotated,
  placeSized,
  planGrid,
  planSize,
  slotIdentity,
} from '@atoll/domain/outlet/floor/floor-plan';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { placeStyle, uprightStyle } from '../../../bill/place-style.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import css from './floor-section.module.css';
import { changePlace, choosePlace, takeOff, undoPlan } from './plan-draft.ts';

interface PlanCanvasProps {
  readonly places: readonly Place[];
  readonly chosen: string;
  /** Identities of places that overlap. */
  readonly overlaps: ReadonlySet<string>;
}

const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-planGrid, 0],
  ArrowRight: [planGrid, 0],
  ArrowUp: [0, -planGrid],
  ArrowDown: [0, planGrid],
};

/** Returns the place after a key, 'gone' when the key takes it off the plan, or undefined for another key. */
function placeAfter(place: Place, event: KeyboardEvent): Place | 'gone' | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const move = moves[event.key];
  if (move) {
    const [x, y] = move;
    return event.shiftKey
      ? placeSized(place, place.width + x, place.height + y)
      : placeAt(place, place.x + x, place.y + y);
  }
  if (event.key === 'Delete' || event.key === 'Backspace') return 'gone';
  return event.key.toLowerCase() === 'r' ? placeRotated(place) : undefined;
}

/** Returns the point of the plan under the pointer. */
function pointOf(event: PointerEvent<HTMLElement>) {
  const box = event.currentTarget.parentElement?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  const scale = planSize.width / box.width;
  return { x: (event.clientX - box.x) * scale, y: (event.clientY - box.y) * scale };
}

/** Changes the place by a key. A place that is gone leaves the focus to its neighbour. */
function onKey(event: KeyboardEvent<HTMLElement>, place: Place): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
    event.preventDefault();
    return undoPlan();
  }
  const next = placeAfter(place, event);
  if (next === undefined) return;
  event.preventDefault();
  if (next !== 'gone') return changePlace(next, event.repeat);
  const { nextElementSibling, previousElementSibling } = event.currentTarget;
  ((nextElementSibling ?? previousElementSibling) as HTMLElement | null)?.focus();
  takeOff(slotIdentity(place));
}

/** Returns the handlers that drag a place; one drag is undone as one step. */
function useDrag(place: Place) {
  const drag = useRef<{ pointer: number; dx: number; dy: number; hasMoved: boolean } | null>(null);
  const end = () => {
    drag.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { x, y } = pointOf(event);
      drag.current = { pointer: event.pointerId, dx: x - place.x, dy: y - place.y, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus();
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = drag.current;
      if (now?.pointer !== event.pointerId) return;
      const { x, y } = pointOf(event);
      const next = placeAt(place, x - now.dx, y - now.dy);
      if (next.x === place.x && next.y === place.y) return;
      changePlace(next, now.hasMoved);
      drag.current = { ...now, hasMoved: true };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Shows the plan to draw on: a place is dragged, or moved, resized, rotated and removed by keys. */
export function PlanCanvas({ places, chosen, overlaps }: PlanCanvasProps) {
  const { t } = useTranslation();
  return (
    <div className={css.canvas} role="group" aria-label={t('setting.floorPlan.plan')}>
      {places.map((place) => {
        const identity = slotIdentity(place);
        return (
          <DrawnPlace
            key={identity}
            place={place}
            isChosen={identity === chosen}
            doesOverlap={overlaps.has(identity)}
            onChoose={() => choosePlace(identity)}
          />
        );
      })}
    </div>
  );
}

interface DrawnPlaceProps {
  readonly place: Place;
  readonly isChosen: boolean;
  readonly doesOverlap: boolean;
  readonly onChoose: () => void;
}

function DrawnPlace({ place, isChosen, doesOverlap, onChoose }: DrawnPlaceProps) {
  const { t } = useTranslation();
  const name = slotName(t, place.type, place.slot);
  const drag = useDrag(place);
  const shown = place.name || (place.type === 'Table' ? place.slot : name);
  const isLong = shown.length > 4;
  return (
    <button
      type="button"
      className={css.place}
      data-shape={place.shape}
      data-overlaps={doesOverlap || undefined}
      aria-pressed={isChosen}
      aria-label={place.name ? `${name} (${place.name})` : name}
      aria-description={t('setting.floorPlan.at', { x: place.x, y: place.y })}
      style={placeStyle(place)}
      onFocus={onChoose}
      onKeyDown={(event) => onKey(event, place)}
      {...drag}
    >
      <span className={css.words} style={uprightStyle(place.rotation)}>
        <span className={isLong ? css.long : undefined}>{shown}</span>
        {isLong && <span className={css.number}>{place.slot}</span>}
        <small>{t('floor.seats', { count: place.seats })}</small>
      </span>
    </button>
  );
}
