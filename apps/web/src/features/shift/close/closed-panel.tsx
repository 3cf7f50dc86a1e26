import type { closeShift } from '@atoll/domain/contract/bill/shift';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { Button, buttonClass } from '../../../ui/display/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { Differences } from '../report/differences.tsx';
import sums from '../report/shift-sums.module.css';
import { ReportDialog } from '../report/x-report.tsx';
import { useIsBlind } from '../use-is-blind.ts';
import styles from './closed-panel.module.css';

export type ClosedShift = AnswerOf<typeof closeShift>;

/** Shows the Z report of the closed shift. */
export function ClosedPanel({ closed }: { closed: ClosedShift }) {
  const { t } = useTranslation();
  const mayOpen = useSession((state) => state.user?.permissions.includes('New Sale') ?? false);
  const isBlind = useIsBlind();
  const { totals, number } = closed.z;
  const [showsZ, setShowsZ] = useState(false);
  const title = t('shift.zReport', { number });
  const rows = [
    [t('shift.gross'), totals.gross],
    [t('shift.discount'), -totals.discount],
    [t('shift.serviceCharge'), totals.serviceCharge],
    [t('shift.gst'), totals.gst],
  ] as const;
  return (
    <div className={sums.card}>
      <div role="status" className={styles.done}>
        <span>
          <Icon name="check" size={34} />
        </span>
        <h1>{t('shift.doneTitle')}</h1>
        <p>{t('shift.zReport', { number })}</p>
      </div>
      <dl className={sums.sums}>
        <dt>{t('shift.bills')}</dt>
        <dd>{totals.bills}</dd>
        {rows.map(([label, laari]) => (
          <Row key={label} label={label} laari={laari} />
        ))}
        <dt className={sums.total}>{t('shift.total')}</dt>
        <dd className={sums.total}>
          <Money laari={totals.total} currency />
        </dd>
        {closed.closing && !isBlind && <Differences closing={closed.closing} totals={totals} />}
      </dl>
      <Button look="accent" size="l" block icon="printer" onClick={() => setShowsZ(true)}>
        {title}
      </Button>
      {showsZ && <ReportDialog shift={closed} {...{ totals, title }} onClose={() => setShowsZ(false)} />}
      {mayOpen && (
        <Link to={pathTo('New Sale')} className={buttonClass({ look: 'main', size: 'l', block: true })}>
          {t('shift.newSale')}
        </Link>
      )}
    </div>
  );
}

function Row({ label, laari }: { label: string; laari: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Money laari={laari} />
      </dd>
    </>
  );
}
