import type { riderCash } from '@atoll/domain/contract/bill/delivery';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useSession } from '../../../session/session.ts';
import { Money } from '../../../ui/display/money.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { AmountTable } from '../report/amount-table.tsx';
import { ShiftNote, ShiftSection } from '../report/shift-section.tsx';

/** Shows the cash that riders collected: what they handed in, and what they still have before the drawer is counted. */
export function RiderCash({ shiftId }: { shiftId: number }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const found = useQuery({
    queryKey: ['rider cash', outletId, shiftId],
    enabled: shiftId > 0,
    // What was to be handed in when the screen was left may be settled now, here or at another till.
    staleTime: 0,
    refetchInterval: 15_000,
    queryFn: () => call('delivery.riderCash', { params: { id: String(shiftId) }, inPlace: true }),
  });
  const riders = found.data ?? [];
  const isUnknown = found.isError && !found.data;
  if (riders.length === 0 && !isUnknown) return null;
  return (
    <ShiftSection id="riders-title" title={t('delivery.riderCash')}>
      {isUnknown ? <NotLoaded found={found} isRow /> : <RiderTable riders={riders} />}
      {riders.some(({ toHandIn }) => toHandIn > 0) && (
        <ShiftNote>
          {t('floor.ridersFirst')} <Link to={pathTo('Manage Delivery')}>{t('floor.toDeliveries')}</Link>
        </ShiftNote>
      )}
    </ShiftSection>
  );
}

function RiderTable({ riders }: { riders: AnswerOf<typeof riderCash> }) {
  const { t } = useTranslation();
  return (
    <AmountTable head={[t('delivery.rider'), t('delivery.handedIn'), t('delivery.toHandIn')]}>
      <tbody>
        {riders.map(({ riderId, riderName, deliveries, handedIn, toHandIn }) => (
          <tr key={riderId ?? riderName}>
            <th scope="row">
              {riderName || t('delivery.noRider')} · {t('delivery.deliveries', { count: deliveries })}
            </th>
            <td>
              <Money laari={handedIn} />
            </td>
            <td>
              <Money laari={toHandIn} />
            </td>
          </tr>
        ))}
      </tbody>
    </AmountTable>
  );
}
