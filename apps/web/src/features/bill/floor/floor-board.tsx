import { slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { type Direction, nearestPlace } from '@atoll/domain/outlet/floor/nearest-place';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { slotPath } from '../slot/slot-path.ts';
import css from './floor-screen.module.css';
import { placeActions } from './place-actions.ts';
import { PlaceButton } from './place-button.tsx';
import { PlaceMenu } from './place-menu.tsx';
import { type ShownPlace, textsOnce } from './place-words.ts';
import type { FloorSlot } from './use-floor-slots.ts';
import { useHeldPress } from './use-held-press.ts';

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

/** Who comes back from a bill with the keyboard goes on where they were. */
let lastFocused = '';

/** Shows places as a plan or as tiles. Arrow keys move to the nearest place, Enter opens its bill, a long press or Shift+F10 its menu. */
export function FloorBoard({ places, open, view }: FloorBoardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [focused, setFocused] = useState(lastFocused);
  const current = places.some((place) => slotIdentity(place) === focused) ? focused : undefined;
  const isPlan = view === 'plan';
  const { board, width } = useBoardWidth();
  const texts = useMemo(() => textsOnce(t), [t]);
  const onFocus = useCallback((place: ShownPlace) => {
    lastFocused = slotIdentity(place);
    setFocused(lastFocused);
  }, []);
  const onOpen = useCallback((place: ShownPlace) => void navigate({ to: slotPath(place) }), [navigate]);
  const [menuOf, setMenuOf] = useState<string>();
  const held = useHeldPress((part) => {
    const index = [...(board.current?.children ?? [])].findIndex((each) => each.contains(part));
    const place = places[index];
    const bill = place && open.get(slotIdentity(place))?.bill;
    if (!bill || !placeActions(bill)) return false;
    setMenuOf(bill.key);
    return true;
  });
  return (
    <div className={isPlan ? css.scroll : undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons are pressed */}
      <div
        ref={board}
        role="group"
        aria-label={t('floor.board')}
        aria-keyshortcuts="Shift+F10"
        className={isPlan ? css.plan : css.tiles}
        {...held}
        onKeyDown={(event) => {
          moveFocus(event, board.current);
          held.onKeyDown(event);
        }}
      >
        {width !== undefined &&
          places.map((place, index) => {
            const identity = slotIdentity(place);
            return (
              <PlaceButton
                key={identity}
                place={place}
                open={open.get(identity)}
                t={texts}
                isFocusable={current ? identity === current : index === 0}
                planWidth={isPlan ? width : undefined}
                {...{ onFocus, onOpen }}
              />
            );
          })}
      </div>
      {menuOf !== undefined && <PlaceMenu billKey={menuOf} onClose={() => setMenuOf(undefined)} />}
    </div>
  );
}

/** Returns the board and its width, px; undefined until it is known, which is in the first frame. */
function useBoardWidth() {
  const board = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { board, width };
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
