import { isAlarmDue } from '@atoll/domain/kitchen/unseen';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { stationsOf } from '@atoll/domain/outlet/station';
import { useEffect, useMemo } from 'react';
import { on } from '../../../api/event.ts';
import { askUnseenSoon, followUnseen, useUnseen } from '../../../kitchen/unseen-tickets.ts';
import { useApp, useSettingOf } from '../../../sync/app-store.ts';

/** A slot whose ticket nobody in the kitchen has touched in time. */
export interface UnseenSlot {
  readonly type: SlotTypeName;
  readonly slot: string;
  /** Minutes since its oldest ticket. */
  readonly minutes: number;
}

/**
 * Returns the slots with tickets that nobody in the kitchen has touched in time, by slot identity ('Table 5'), the oldest first (R23.24). None while
 * the server cannot say what was touched. `now` is in epoch ms.
 */
export function useUnseenSlots(now: number): ReadonlyMap<string, UnseenSlot> {
  const outletId = useApp((state) => state.outletId);
  const stations = useApp(({ outlet }) => stationsOf(outlet));
  const allowed = useSettingOf('UnseenTicketMinutes');
  const isOn = useApp((state) => state.features.includes('Kitchen')) && allowed > 0;
  const known = useUnseen();
  const slots = useMemo(() => {
    const found = new Map<string, UnseenSlot>();
    for (const ticket of isOn && known.outletId === outletId ? known.tickets : []) {
      const { slotType: type, slot, createdAt } = ticket;
      const identity = `${type} ${slot}`;
      if (found.has(identity) || !isAlarmDue(ticket, stations, allowed, now)) continue;
      found.set(identity, { type, slot, minutes: Math.floor((now - Date.parse(createdAt)) / 60_000) });
    }
    return found;
  }, [isOn, known, outletId, stations, allowed, now]);
  const isAny = slots.size > 0;
  useEffect(() => (isOn && outletId !== null ? followUnseen() : undefined), [isOn, outletId]);
  useEffect(() => (isAny ? on('tickets', askUnseenSoon) : undefined), [isAny]);
  return slots;
}
