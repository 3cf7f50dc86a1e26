import { slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { type Direction, nearestPlace } from '@atoll/domain/outlet/floor/nearest-place';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { slotPath } from '../slot/slot-path.ts';
import css from './floor-screen.module.css';
import { PlaceButton } from './place-button.tsx';
import { type ShownPlace, textsOnce } from './place-words.ts';
import type { FloorSlot } from './use-floor-slots.ts';

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
  const isPlan = view === 'plan';
  const planWidth = useWidth(board, isPlan);
  const texts = useMemo(() => textsOnce(t), [t]);
  const onKeyDown = useCallback((event: KeyboardEvent) => moveFocus(event, board.current), []);
  const onFocus = useCallback((place: ShownPlace) => setFocused(slotIdentity(place)), []);
  const onOpen = useCallback((place: ShownPlace) => void navigate({ to: slotPath(place) }), [navigate]);
  return (
    <div className={isPlan ? css.scroll : undefined}>
      <div ref={board} role="group" aria-label={t('floor.board')} className={isPlan ? css.plan : css.tiles}>
        {(!isPlan || planWidth !== undefined) &&
          places.map((place, index) => {
            const identity = slotIdentity(place);
            return (
              <PlaceButton
                key={identity}
                place={place}
                open={open.get(identity)}
                t={texts}
                isFocusable={current ? identity === current : index === 0}
                planWidth={planWidth}
                {...{ onFocus, onKeyDown, onOpen }}
              />
            );
          })}
      </div>
    </div>
  );
}

/** Returns the width of a plan, px; undefined until it is known, and for tiles. */
function useWidth(plan: RefObject<HTMLElement | null>, isPlan: boolean): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = plan.current;
    if (!isPlan || !element) return undefined;
    // The places are drawn in the same frame.
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [plan, isPlan]);
  return isPlan ? width : undefined;
}

/** Moves the focus to the nearest place in the direction of an arrow key. */
function moveFocus(event: KeyboardEvent, board: HTMLElement | null): void {
  const direction = directions[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = [...(board?.querySelectorAll('button') ?? [])];
  const boxes = buttons.map((button) => ({ button, ...boxOf(button) }));
  const from = boxes.find(({ button }) => button === document.activeElement);
  if (!from) return;
  event.preventDefault();
  nearestPlace(boxes, from, direction)?.button.focus();
}

/** Returns where a button is on the screen. */
function boxOf(button: HTMLElement) {
  const { x, y, width, height } = button.getBoundingClientRect();
  return { x, y, width, height };
}
