import { Popover } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WaiterTables } from '../../bill/waiter/waiter-tables.tsx';
import { CashButtons } from '../../cash/cash-buttons.tsx';
import { useNow } from '../../clock/now.ts';
import { clockTime, shortDay } from '../../locale/instant.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Money } from '../../ui/display/money.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { hoursSince } from './hours.ts';
import styles from './shift-panel.module.css';

/** Shows the shift in the top bar: its date, and on a tap the rest (R7). Without a shift it leads to New Sale. */
export function ShiftPanel() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shift = useApp((state) => state.shift);
  const timezone = useTimezone();
  const mayClose = useSession((state) => state.user?.permissions.includes('Close Shift') ?? false);
  const mayOpen = useSession((state) => state.user?.permissions.includes('New Sale') ?? false);
  const now = useNow();
  const [isOpen, setOpen] = useState(false);

  if (!shift) {
    return (
      <button
        type="button"
        className={styles.none}
        aria-describedby="no-shift"
        disabled={!mayOpen}
        onClick={() => void navigate({ to: pathTo('New Sale') })}
      >
        <Icon name="clock" size={20} />
        <span className="visually-hidden">{t('shift.shift')}</span>
        <span id="no-shift" aria-hidden="true">
          {t('shift.none')}
        </span>
      </button>
    );
  }
  const hours = hoursSince(shift.createdAt, now);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" offset={6} width={320} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.chip} aria-describedby="shift-date" onClick={() => setOpen(!isOpen)}>
          <Icon name="clock" size={20} />
          <span className="visually-hidden">{t('shift.shift')}</span>
          <span id="shift-date" aria-hidden="true">
            {shortDay(shift.date)}
          </span>
          <small aria-hidden="true">{t('shift.hours', { count: hours })}</small>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label={t('shift.shift')}>
        <dl className={styles.rows}>
          <dt>{t('shift.date')}</dt>
          <dd>{shortDay(shift.date, true)}</dd>
          <dt>{t('shift.startTime')}</dt>
          <dd>{clockTime(shift.createdAt, timezone)}</dd>
          <dt>{t('shift.openingBalance')}</dt>
          <dd>
            <Money laari={shift.openingBalance} currency />
          </dd>
          <dt>{t('shift.owner')}</dt>
          <dd>{shift.createdByName}</dd>
          <dt>{t('shift.status')}</dt>
          <dd>
            <Chip tone={shift.isOpen ? 'good' : 'plain'}>{shift.isOpen ? t('shift.open') : t('shift.closed')}</Chip>
          </dd>
          <dt>{t('shift.elapsed')}</dt>
          <dd>{t('shift.hours', { count: hours })}</dd>
        </dl>
        <WaiterTables isOwn />
        <CashButtons />
        {mayClose && (
          <Button
            look="accent"
            block
            onClick={() => {
              setOpen(false);
              void navigate({ to: pathTo('Close Shift') });
            }}
          >
            {t('shift.end')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
