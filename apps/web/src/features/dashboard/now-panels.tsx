import type { ReactNode } from 'react';
import { dayAndTime } from '../../locale/instant.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Money } from '../../ui/display/money.tsx';
import { Whole } from '../../ui/display/whole.tsx';
import type { Figures } from './figures.ts';
import styles from './now-panels.module.css';
import { Panel, ToBills } from './panel.tsx';

/** Shows what there is to know before the first sale: the shift, the last close, open bills and low stock (R35.56). */
export function NowPanels({ figures }: { figures: Figures }) {
  return (
    <div className={styles.panels}>
      <ShiftPanel figures={figures} />
      <ClosePanel figures={figures} />
      <RestPanel figures={figures} />
    </div>
  );
}

/** Shows the state of the shift, who is on it and the cash that should be in the drawer (R35.80). */
export function ShiftPanel({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  // An older server does not send the shift.
  const shift = figures.shift ?? null;
  const state = !shift
    ? t('dashboard.noShift')
    : shift.status === 'Counting'
      ? t('dashboard.shiftCounting', { number: shift.number })
      : t('dashboard.shiftOpen', { number: shift.number, time: dayAndTime(shift.openedAt, timezone) });
  return (
    <Panel title={t('dashboard.shift')}>
      <dl className={styles.facts}>
        <div>
          <dt className="visually-hidden">{t('dashboard.shift')}</dt>
          <dd className={styles.state}>
            <Whole>{state}</Whole>
          </dd>
        </div>
        <Fact label={t('dashboard.onShift')}>
          {shift && shift.people.length > 0 ? joinedList(shift.people) : t('dashboard.nobody')}
        </Fact>
        {shift && shift.expectedCash !== null && (
          <Fact label={t('dashboard.cashExpected')}>
            <Money laari={shift.expectedCash} currency />
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

/** Shows the last close: its sales and the difference of its cash. */
function ClosePanel({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const close = figures.lastClose ?? null;
  if (!close) return null;
  const words = { number: close.number, name: close.by, at: dayAndTime(close.at, timezone) };
  return (
    <Panel title={t('dashboard.lastClose')}>
      <dl className={styles.facts}>
        <div>
          <dt className="visually-hidden">{t('dashboard.lastClose')}</dt>
          <dd className={styles.state}>
            <Whole>{t('dashboard.closedBy', words)}</Whole>
          </dd>
        </div>
        <Fact label={t('dashboard.closeSales')}>
          <Money laari={close.sales} currency />
        </Fact>
        <Fact label={t('dashboard.bills')}>{close.bills}</Fact>
        <Fact label={t('dashboard.closeDifference')}>
          <Money laari={close.difference} currency />
        </Fact>
      </dl>
    </Panel>
  );
}

/** Shows open bills, low stock where the outlet keeps stock, and what was voided. */
function RestPanel({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const keepsStock = useApp(({ features }) => features.includes('Inventory'));
  const days = { fromDay: figures.from, toDay: figures.to };
  return (
    <Panel title={t('dashboard.now')}>
      <dl className={styles.facts}>
        <Fact label={<ToBills bills={{ status: 'Open' }}>{t('dashboard.openBills')}</ToBills>}>
          {figures.openBills} · <Money laari={figures.openTotal} currency />
        </Fact>
        {keepsStock && (
          <Fact label={t('dashboard.lowStockTitle')}>{t('dashboard.lowStockCount', { count: figures.lowStock })}</Fact>
        )}
        <Fact label={<ToBills bills={{ ...days, status: 'Void' }}>{t('dashboard.voids')}</ToBills>}>
          {figures.voids.count} · <Money laari={figures.voids.amount} currency />
        </Fact>
        <Fact label={t('dashboard.discounts')}>
          <Money laari={figures.discount} currency />
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
