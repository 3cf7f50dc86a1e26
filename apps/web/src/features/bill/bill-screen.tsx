import { findSlot } from '@atoll/domain/outlet/slot';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { soundFailedTickets } from '../../bill/sounds.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { MissingPart } from '../../record/missing-parts.tsx';
import { useApp } from '../../sync/app-store.ts';
import { Empty } from '../../ui/display/empty.tsx';
import { keepAwake } from '../../ui/hook/wake-lock.ts';
import { BillProblem } from './attention/bill-problem.tsx';
import { BillWork } from './bill-work.tsx';
import { isSlotType, slotOfPath, slotPath } from './slot/slot-path.ts';

/**
 * Shows the bill screen: slots, menu items, bill. It stays mounted under 'Select Size' and 'Select a Customer', which
 * name the bill by their own path or by `r`. An unknown slot type or number shows a message and a link back (R2.8).
 */
export function BillScreen() {
  const { t } = useTranslation();
  // Both values come from the location. The search of the matches updates later, and in between the screen would mount
  // a second time (R35.18).
  const location = useLocation();
  const { pathname } = location;
  const { r } = location.search as { r?: string };
  const outlet = useApp((state) => state.outlet);
  useEffect(keepAwake, []);
  useEffect(soundFailedTickets, []);
  const path = pathname.startsWith('/billing/new/') ? pathname : (r ?? '');
  const [, , , type = '', slot = ''] = path.split('?')[0]?.split('/') ?? [];
  const place = slotOfPath(path);
  // The address may be a guess made before the slot types were loaded.
  const [isGuess] = useState(!outlet);
  if (!outlet) {
    return (
      <>
        <MissingPart name="outlet" otherwise={<Empty icon="refresh" title={t('ui.loading')} level={1} />} />
        <Outlet />
      </>
    );
  }
  const found = place && findSlot(outlet, place.type, place.slot);
  if (!found?.ok || !place) {
    const first = outlet.slotTypes[0];
    if (isGuess && first && path === slotPath({ type: 'Table', slot: '1' }))
      return <Navigate to={slotPath({ type: first.type, slot: '1' })} replace />;
    const known = isSlotType(type) ? outlet.slotTypes.find((each) => each.type === type) : undefined;
    return (
      <BillProblem
        title={
          known
            ? t('bill.slotUnknown', { type: t(`bill.types.${known.type}`), slot: decodeURIComponent(slot) })
            : t('bill.typeUnknown', { type: decodeURIComponent(type) })
        }
        hint={known ? t('bill.slotRange', { last: known.slotCount - 1 }) : ''}
      />
    );
  }
  return (
    <>
      <BillWork outlet={outlet} place={place} />
      <Outlet />
    </>
  );
}
