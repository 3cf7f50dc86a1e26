/**
 * The steps of the bill screen on a phone: slots, items, bill. Each is an entry of the browser's history above the one before, so that Back leads to
 * the step before and then to the previous screen, and never to another slot. Source: docs/rules.md#back.
 */
import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../session/id.ts';
import { useIsNarrow } from '../../ui/hook/narrow.ts';
import { type SlotPlace, slotOfPath, slotPath } from './slot/slot-path.ts';
import type { Step } from './step.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step, and the visit of the bill screen that it belongs to. */
    billStep?: Step;
    billVisit?: string;
  }
}

const order: readonly Step[] = ['slots', 'items', 'bill'];
const depthOf = (step: Step): number => order.indexOf(step);
const quietly = { ignoreBlocker: true } as const;
/** Returns whether a path is that of the bill screen, and not of what is opened over it. */
function isSlotPath(path: string): boolean {
  const place = slotOfPath(path);
  return place !== undefined && slotPath(place) === path;
}

/** Adds the entries of the steps above one, up to another. */
function addEntries(history: RouterHistory, path: string, [from, to]: readonly [Step, Step]): void {
  const { billVisit = '' } = history.location.state;
  for (const billStep of order.slice(depthOf(from) + 1, depthOf(to) + 1)) {
    history.push(path, { billStep, billVisit }, quietly);
    // Actions that wait are made one otherwise.
    history.flush();
  }
}

/** Makes the entry that is open the step of the slots. */
function startAtSlots(history: RouterHistory, path: string, billVisit: string): void {
  history.replace(path, { billStep: 'slots', billVisit }, quietly);
  history.flush();
}

interface Steps {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  /** Opens another slot at a step. */
  readonly onSlot: (place: SlotPlace, step: Step) => void;
}

/** Returns the step and what changes it. */
export function useStep(place: SlotPlace, first: Step): Steps {
  const history = useRouter().history as RouterHistory;
  const navigate = useNavigate();
  const isPhone = useIsNarrow();
  const [step, setStep] = useState<Step>(() => history.location.state.billStep ?? first);
  const now = useRef({ step, path: slotPath(place) });
  useEffect(() => {
    now.current = { step, path: slotPath(place) };
  });

  useEffect(() => {
    if (!isPhone) return undefined;
    /** Gives an entry that came from elsewhere its own steps. */
    const begin = (): void => {
      const { pathname, href, state } = history.location;
      if (!isSlotPath(pathname) || state.billStep) return;
      const to = now.current.step;
      startAtSlots(history, href, uuidv7());
      addEntries(history, href, ['slots', to]);
    };
    begin();
    let { billVisit } = history.location.state;
    return history.subscribe(({ location, action }) => {
      const { billStep, billVisit: visit } = location.state;
      if (!isSlotPath(location.pathname)) return;
      if (billStep === undefined) return queueMicrotask(begin);
      setStep(billStep);
      const isSameVisit = visit === billVisit;
      billVisit = visit;
      const { path } = now.current;
      const isMove = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO';
      // The steps follow the slot that is open.
      if (isMove && isSameVisit && location.pathname !== path) history.replace(path, location.state, quietly);
    });
  }, [history, isPhone]);

  const onStep = useCallback(
    (next: Step) => {
      const { step: from, path } = now.current;
      now.current = { step: next, path };
      setStep(next);
      if (!isPhone) return;
      const down = depthOf(next) - depthOf(from);
      if (down < 0) history.go(down);
      else addEntries(history, path, [from, next]);
    },
    [history, isPhone],
  );
  const onSlot = useCallback(
    (to: SlotPlace, next: Step) => {
      const path = slotPath(to);
      now.current = { step: next, path };
      setStep(next);
      const { billVisit } = history.location.state;
      if (!isPhone || billVisit === undefined) return void navigate({ href: path, replace: true });
      startAtSlots(history, path, billVisit);
      addEntries(history, path, ['slots', next]);
      return undefined;
    },
    [history, navigate, isPhone],
  );
  return { step, onStep, onSlot };
}
