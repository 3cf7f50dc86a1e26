import { type RangeName, rangeNames } from '@atoll/domain/date/ranges';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, quietly } from '../../api/api.ts';
import { useNow } from '../../clock/now.ts';
import { longDay, shortDay } from '../../locale/instant.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import shared from './cards.module.css';
import { DashboardFigures } from './dashboard-figures.tsx';
import styles from './dashboard-screen.module.css';

/** Shows the dashboard of today. */
export function DashboardScreen() {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const shift = useApp((state) => state.shift);
  const timezone = useTimezone();
  const now = useNow();
  const [range, setRange] = useState<RangeName>('Today');
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['dashboard', outletId, range],
    placeholderData: keepPreviousData,
    queryFn: () => call('app.dashboard', { query: { range }, ...quietly }),
    refetchInterval: 30_000,
    staleTime: 5000,
  });
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{t('dashboard.title')}</h1>
          <p className={styles.day}>
            {data && data.from !== data.to
              ? t('report.days', { from: shortDay(data.from, true), to: shortDay(data.to, true) })
              : data
                ? // A business day ends after midnight: the figures say which one they are of.
                  longDay(`${data.from}T00:00:00Z`, 'UTC')
                : longDay(now, timezone)}
          </p>
        </div>
        <div className={styles.choice}>
          <SelectField
            label={t('report.range')}
            value={range}
            onChange={(event) => setRange(event.currentTarget.value as RangeName)}
            options={rangeNames
              .filter((name) => name !== 'Custom')
              .map((name) => ({ value: name, label: t(`report.ranges.${name}`) }))}
          />
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
