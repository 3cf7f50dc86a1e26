import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnection } from '../../../api/connection.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Button, buttonClass } from '../../../ui/display/button.tsx';
import { Empty } from '../../../ui/display/empty.tsx';
import { ScreenTitle } from '../../../ui/display/screen-title.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { toastsBelowHead } from '../../../ui/hook/toasts-below.ts';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { XReport } from '../report/x-report.tsx';
import { useIsBlind } from '../use-is-blind.ts';
import { CloseShiftForm } from './close-shift-form.tsx';
import styles from './close-shift-screen.module.css';
import { ClosedPanel, type ClosedShift } from './closed-panel.tsx';
import { useClosingFigures } from './use-closing-figures.ts';

/** Closes a shift: shows what came in, takes the counted cash, and lists the open bills. */
export function CloseShiftScreen() {
  const { t } = useTranslation();
  const shift = useApp((state) => state.shift);
  const setShift = useApp((state) => state.setShift);
  const [closed, setClosed] = useState<ClosedShift>();
  const [showsX, setShowsX] = useState(false);
  const isBlind = useIsBlind();
  const figures = useClosingFigures(shift, closed !== undefined);
  const waiting = useConnection((state) => state.waiting);
  const [was, setWas] = useState(shift);
  if (shift && shift !== was) setWas(shift);

  if (closed) return <ClosedPanel closed={closed} />;
  if (!shift) return <NoShift wasOpen={was !== null} />;
  // A shift that was started without the server arrives first.
  const isOnItsWay = shift.id === 0 && waiting > 0;
  return (
    <div className={styles.screen}>
      <header ref={toastsBelowHead} className={styles.head}>
        <ScreenTitle>{t('shift.closeTitle')}</ScreenTitle>
        {!isBlind && (
          <Button icon="report" onClick={() => setShowsX(true)}>
            {t('service.xReport')}
          </Button>
        )}
      </header>
      {showsX && <XReport shift={shift} onClose={() => setShowsX(false)} />}
      {figures.data ? (
        <CloseShiftForm
          shift={shift}
          totals={figures.data.totals}
          currencies={figures.data.currencies}
          unsetRates={figures.data.unsetRates}
          bills={figures.data.bills}
          onClosed={(answer) => {
            setClosed(answer);
            setShift(null);
          }}
          onChanged={() => void figures.refetch()}
        />
      ) : figures.isError ? (
        <Empty
          icon="warning"
          tone="late"
          title={t('shift.loadError')}
          hint={isOnItsWay ? t('shift.waitingFirst', { count: waiting }) : t('shift.needsServer')}
          action={
            <Button icon="refresh" busy={figures.isFetching} onClick={() => void figures.refetch()}>
              {t('ui.tryAgain')}
            </Button>
          }
        />
      ) : (
        <SkeletonRows rows={6} height={64} label={t('ui.loading')} />
      )}
    </div>
  );
}

/** Says that no shift is open, or is any more, with a link to open one. */
function NoShift({ wasOpen }: { wasOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.message}>
      <Empty
        level={1}
        icon="clock"
        title={wasOpen ? t('shift.closedMeanwhile') : t('shift.none')}
        hint={wasOpen ? t('shift.closedMeanwhileHint') : t('shift.noneHint')}
        action={
          <Link to={pathTo('New Sale')} className={buttonClass({ look: 'main' })}>
            {t('shift.newSale')}
          </Link>
        }
      />
    </div>
  );
}
