import type { Shift } from '@atoll/domain/contract/bill/shift';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/api.ts';
import { dayAndTime, recordDate } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { Drawer, openDelayMs } from '../../../ui/overlay/overlay.tsx';
import { useReturn } from '../../../ui/overlay/return.ts';
import { useIsBlind } from '../use-is-blind.ts';
import { currencyLines } from './cash-block.ts';
import { Differences } from './differences.tsx';
import { SalesTable } from './sales-table.tsx';
import sums from './shift-sums.module.css';
import { ReportDialog, XReport } from './x-report.tsx';

/** Shows one shift in a drawer: times, user, sales and counted cash. */
export function ViewShift() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn('/billing/shifts');
  const found = useQuery({
    queryKey: ['shift', id],
    queryFn: () => call('shift.find', { params: { id }, inPlace: true }),
    retry: false,
  });
  return (
    <Drawer title={t('shifts.view')} onClose={close} delayMs={openDelayMs}>
      {found.data ? (
        <Details shift={found.data} />
      ) : found.isError ? (
        <NotLoaded found={found} title={t('shift.loadError')} />
      ) : (
        <SkeletonRows label={t('ui.loading')} />
      )}
    </Drawer>
  );
}

function Details({ shift }: { shift: Shift }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { totals, closing } = shift;
  const isBlind = useIsBlind();
  const [shows, setShows] = useState(false);
  const title = shift.isOpen ? t('service.xReport') : t('shift.zReport', { number: shift.zNumber ?? '' });
  const rows: readonly (readonly [string, string])[] = [
    [t('shifts.number'), String(shift.number)],
    [t('shifts.date'), recordDate(shift.date)],
    [t('shifts.started'), dayAndTime(shift.createdAt, timezone)],
    [t('shifts.ended'), shift.closedAt ? dayAndTime(shift.closedAt, timezone) : t('ui.notAvailable')],
    [t('shifts.owner'), shift.createdByName],
    [t('shifts.status'), t(shift.isOpen ? 'shift.open' : 'shift.closed')],
    [t('shifts.opening'), formatAmount(shift.openingBalance)],
  ];
  return (
    <div className={sums.card}>
      <dl className={sums.sums}>
        {rows.map(([label, value]) => (
          <Row key={label} label={label} value={value} />
        ))}
        {totals && !isBlind && <Row label={t('shifts.expectedCash')} value={formatAmount(totals.expectedCash)} />}
        {totals && !isBlind && currencyLines(totals, t).map((line) => <Row key={line.label} {...line} />)}
        {closing?.differenceReason && <Row label={t('shifts.differenceReason')} value={closing.differenceReason} />}
        {closing && totals && !isBlind && <Differences {...{ closing, totals }} />}
        {totals && (
          <>
            <dt className={sums.total}>{t('shift.total')}</dt>
            <dd className={sums.total}>
              <Money laari={totals.total} currency />
            </dd>
            {totals.rounding !== 0 && <Row label={t('bill.rounding')} value={formatAmount(laari(totals.rounding))} />}
            {!!totals.cardsSold && <Row label={t('zReport.cardsSold')} value={formatAmount(laari(totals.cardsSold))} />}
            {!!totals.deposits && <Row label={t('zReport.deposits')} value={formatAmount(laari(totals.deposits))} />}
            {totals.tip !== 0 && <Row label={t('bill.tip')} value={formatAmount(laari(totals.tip))} />}
          </>
        )}
      </dl>
      {totals && !isBlind && <SalesTable totals={totals} />}
      {shows && totals ? (
        <ReportDialog {...{ shift, totals, title }} onClose={() => setShows(false)} />
      ) : (
        shows && <XReport shift={shift} onClose={() => setShows(false)} />
      )}
      <Button look="accent" block icon="printer" onClick={() => setShows(true)}>
        {title}
      </Button>
    </div>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
