import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { clockTime } from '../../locale/instant.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { startShift } from '../../sync/start-shift.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { localPath } from '../../ui/hook/local-path.ts';
import { holdSecondPress } from '../../ui/hook/second-press.ts';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import styles from './new-sale-screen.module.css';

/** Starts a shift: asks for the cash in the drawer. */
export function NewSaleScreen() {
  const shift = useApp((state) => state.shift);
  const [isStarting, setStarting] = useState(false);
  return (
    <div className={styles.screen}>{shift && !isStarting ? <AlreadyOpen /> : <Start onStart={setStarting} />}</div>
  );
}

function Start({ onStart }: { onStart: (isStarting: boolean) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const [balance, setBalance] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function start(): Promise<void> {
    // Enter pressed twice starts one shift.
    if (busy) return;
    setBusy(true);
    setError(undefined);
    onStart(true);
    holdSecondPress();
    const refused = await startShift(balance ?? 0);
    setBusy(false);
    if (refused) {
      onStart(false);
      setError(sentenceText(refused.message));
      return;
    }
    // Tiles of dishes may lie where the button was.
    holdSecondPress();
    const back = localPath(new URLSearchParams(location.search).get('r'));
    await navigate({ href: back ?? (permissions.includes('New Bill') ? '/billing/new' : '/home') });
  }

  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <header>
        <h1 className={styles.title}>{t('shift.newSale')}</h1>
        <p className={styles.hint}>{t('shift.newSaleHint')}</p>
      </header>
      {error && <Alert>{error}</Alert>}
      <AmountField
        label={t('shift.openingBalance')}
        prefix="MVR"
        size="l"
        pad
        autoFocus
        value={balance}
        onChange={setBalance}
        onEnter={() => void start()}
      />
      <Button type="submit" look="main" size="l" block busy={busy}>
        {t('shift.start')}
      </Button>
    </form>
  );
}

function AlreadyOpen() {
  const { t } = useTranslation();
  const shift = useApp((state) => state.shift);
  const timezone = useTimezone();
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  if (!shift) return null;
  return (
    <Empty
      level={1}
      icon="clock"
      title={t('shift.startedTitle')}
      hint={t('shift.startedHint', { time: clockTime(shift.createdAt, timezone), name: shift.createdByName })}
      action={
        <>
          {permissions.includes('Close Shift') && (
            <Link to={pathTo('Close Shift')} className={buttonClass()}>
              {t('shift.toClose')}
            </Link>
          )}
          {permissions.includes('New Bill') && (
            <Link to="/billing/new" className={buttonClass({ look: 'main' })}>
              {t('shift.toBills')}
            </Link>
          )}
        </>
      }
    />
  );
}
