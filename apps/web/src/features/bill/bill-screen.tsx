import { findSlot } from '@atoll/domain/outlet/slot';
import { Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hearTickets } from '../../business/ticket-sound.ts';
import { useApp } from '../../lib/app-store.ts';
import { watchTickets } from '../../lib/ticket-retry.ts';
import { keepAwake } from '../../lib/wake-lock.ts';
import { BillProblem } from './bill-problem.tsx';
import { BillWork } from './bill-work.tsx';
import { isSlotType, slotOfPath } from './slot-path.ts';

/**
 * The bill screen: slots, items, bill. It stays mounted under 'Select Size' and 'Select a Customer', which name the bill
 * by their own path or by `r`. An unknown slot type or number gets a clear message and a way back (R2.8).
 */
export function BillScreen() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { r } = useSearch({ strict: false }) as { r?: string };
  const outlet = useApp((state) => state.outlet);
  useEffect(keepAwake, []);
  useEffect(hearTickets, []);
  useEffect(watchTickets, []);
  const path = pathname.startsWith('/billing/new/') ? pathname : (r ?? '');
  const [, , , type = '', slot = ''] = path.split('?')[0]?.split('/') ?? [];
  const place = slotOfPath(path);
  if (!outlet) return <Outlet />;
  const found = place && findSlot(outlet, place.type, place.slot);
  if (!found?.ok || !place) {
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
