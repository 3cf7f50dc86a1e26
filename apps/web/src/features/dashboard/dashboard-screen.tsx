import { businessDayStart } from '@atoll/domain/date/business-day';
import { rangeNames } from '@atoll/domain/date/ranges';
import { defaultBusinessDayCutoff } from '@atoll/domain/outlet/defaults';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { untilAnswered } from '../../api/until-answered.ts';
import { useNow } from '../../clock/now.ts';
import { longDay, shortDay } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { type ChosenRange, RangeFields } from '../../record/range-fields.tsx';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { ScreenTitle } from '../../ui/display/screen-title.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { toastsBelowHead } from '../../ui/hook/toasts-below.ts';
import shared from './cards.module.css';
import { useComparedText } from './compared-text.ts';
import { DashboardFigures } from './dashboard-figures.tsx';
import styles from './dashboard-screen.module.css';
import type { Figures } from './figures.ts';

/** Shows the figures of today, or of another range. */
export function DashboardScreen() {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const shift = useApp((state) => state.shift);
  const timezone = useTimezone();
  const now = useNow();
  const cutoff = useApp((state) => state.outlet?.businessDayCutoff) ?? defaultBusinessDayCutoff;
  const [chosen, setChosen] = useState<ChosenRange>({ range: 'Today' });
  const query = queryOf(chosen, timezone, cutoff);
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['dashboard', outletId, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal: stopped }) =>
      untilAnswered((signal) => call('app.dashboard', { query, quiet: true, signal }), { signal: stopped }),
    refetchInterval: 30_000,
    staleTime: 5000,
  });
  return (
    <div className={styles.screen}>
      <header ref={toastsBelowHead} className={styles.head}>
        <div>
          <ScreenTitle>{t('dashboard.title')}</ScreenTitle>
          <p className={styles.day}>
            {data && data.from !== data.to
              ? t('report.days', { from: shortDay(data.from, true), to: shortDay(data.to, true) })
              : data
                ? // A business day ends after midnight: the figures say which one they are of.
                  longDay(`${data.from}T00:00:00Z`, 'UTC')
                : longDay(now, timezone)}
          </p>
          {data && <ComparedWith figures={data} />}
        </div>
        <div className={styles.choice}>
          <RangeFields value={chosen} ranges={rangeNames} onChange={setChosen} />
        </div>
        {permissions.includes('New Bill') && shift && (
          <Link to="/billing/new" className={buttonClass({ look: 'main' })}>
            {t('dashboard.newBill')}
          </Link>
        )}
        {permissions.includes('New Sale') && !shift && (
          <Link to="/billing/new-sale" className={buttonClass({ look: 'main' })}>
            {t('dashboard.newSale')}
          </Link>
        )}
      </header>
      {data ? (
        <DashboardFigures figures={data} />
      ) : isError ? (
        <Empty
          icon="warning"
          tone="late"
          title={t('dashboard.failed')}
          hint={t('session.noServer')}
          action={
            <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
              {t('ui.tryAgain')}
            </Button>
          }
        />
      ) : (
        <Placeholders />
      )}
    </div>
  );
}

/** Returns the query of a range; the days of Custom are sent as instants within them. */
function queryOf({ range, from, to }: ChosenRange, timezone: string, cutoff: string) {
  if (range !== 'Custom' || !from || !to) return { range };
  const instant = (day: string): string => new Date(businessDayStart(day, timezone, cutoff)).toISOString();
  return { range, start: instant(from), end: instant(to) };
}

/** Says what the figures are compared with; nothing before the first sale. */
function ComparedWith({ figures }: { figures: Figures }) {
  const words = useComparedText(figures);
  return figures.bills > 0 && <p className={styles.compared}>{words}</p>;
}

/** Shows placeholders while the figures load. */
function Placeholders() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')} className={styles.coming}>
      <div className={shared.cards}>
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} height={112} />
        ))}
      </div>
      <Skeleton height={300} />
    </div>
  );
}
