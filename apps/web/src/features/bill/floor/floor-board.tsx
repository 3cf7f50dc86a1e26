import { type Place, slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { type Direction, nearestPlace } from '@atoll/domain/outlet/floor/nearest-place';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeStyle } from '../../../bill/place-style.ts';
import { slotPath } from '../slot/slot-path.ts';
import css from './floor-screen.module.css';
import { PlaceButton } from './place-button.tsx';
import type { FloorSlot } from './use-floor-slots.ts';

type ShownPlace = Pick<Place, 'type' | 'slot' | 'name' | 'seats'> & Partial<Place>;

interface FloorBoardProps {
  readonly places: readonly ShownPlace[];
  readonly open: ReadonlyMap<string, FloorSlot>;
  readonly view: 'plan' | 'tiles';
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Shows places as a plan or as tiles. Arrow keys move to the nearest place, Enter opens its bill. */
export function FloorBoard({ places, open, view }: FloorBoardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const board = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState('');
  const current = places.some((place) => slotIdentity(place) === focused) ? focused : undefined;

  function onKeyDown(event: KeyboardEvent) {
    const direction = directions[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...(board.current?.querySelectorAll('button') ?? [])];
    const boxes = buttons.map((button) => ({ button, ...boxOf(button) }));
    const from = boxes.find(({ button }) => button === document.activeElement);
    if (!from) return;
    event.preventDefault();
    nearestPlace(boxes, from, direction)?.button.focus();
  }

  return (
    <div className={view === 'plan' ? css.scroll : undefined}>
      <div ref={board} role="group" aria-label={t('floor.board')} className={view === 'plan' ? css.plan : css.tiles}>
        {places.map((place, index) => {
          const identity = slotIdentity(place);
          return (
            <PlaceButton
              key={identity}
              place={place}
              open={open.get(identity)}
              look={view === 'plan' ? 'plan' : 'tile'}
              isFocusable={current ? identity === current : index === 0}
              {...(view === 'plan' && { style: placeStyle(place as Place) })}
              onKeyDown={onKeyDown}
              onFocus={() => setFocused(identity)}
              onOpen={() => void navigate({ to: slotPath(place) })}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns where a button is on the screen. */
function boxOf(button: HTMLElement) {
  const { x, y, width, height } = button.getBoundingClientRect();
  return { x, y, width, height };
}
