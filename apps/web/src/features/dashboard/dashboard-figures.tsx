import { methodLabel } from '@atoll/domain/payment/methods';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillSearch } from '../../bill/bill-search.ts';
import { labelText } from '../../locale/label.ts';
import { useSession } from '../../session/session.ts';
import { Empty } from '../../ui/display/empty.tsx';
import { Money } from '../../ui/display/money.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { Alerts } from './alerts.tsx';
import shared from './cards.module.css';
import { Compared } from './compared.tsx';
import styles from './dashboard-figures.module.css';
import type { Figures } from './figures.ts';
import { HourBars } from './hour-bars.tsx';

/** Shows the figures of the day: five large ones, sales by hour, and sales by method, slot type and item. */
export function DashboardFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  return (
    <>
      <FigureCards figures={figures} />
      <Alerts figures={figures} />
      {figures.bills > 0 ? (
        <SalesPanels figures={figures} />
      ) : (
        <div className={styles.empty}>
          <Empty icon="report" title={t('dashboard.noSales')} hint={t('dashboard.noSalesHint')} />
        </div>
      )}
    </>
  );
}

/** Returns the search for the bills of the figures' days. */
const billsOfDays = ({ from, to }: Figures): BillSearch => ({ fromDay: from, toDay: to });

/** Returns the average sale per bill, in laari; 0 without bills. */
const averageOf = ({ sales, bills }: Pick<Figures, 'sales' | 'bills'>): number =>
  bills > 0 ? Math.round(sales / bills) : 0;

/** Shows sales, bills, average and covers, compared with the days before, and the open bills. */
function FigureCards({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { before } = figures;
  const average = averageOf(figures);
  const paid: BillSearch = { ...billsOfDays(figures), status: 'Complete' };
  return (
    <dl className={shared.cards}>
      <Card
        label={t('dashboard.sales')}
        main
        bills={paid}
        note={<Compared now={figures.sales} before={before.sales} />}
      >
        <Money laari={figures.sales} currency />
      </Card>
      <Card label={t('dashboard.bills')} bills={paid} note={<Compared now={figures.bills} before={before.bills} />}>
        {figures.bills}
      </Card>
      <Card label={t('dashboard.average')} bills={paid} note={<Compared now={average} before={averageOf(before)} />}>
        <Money laari={average} />
      </Card>
      <Card label={t('dashboard.covers')} bills={paid} note={<Compared now={figures.covers} before={before.covers} />}>
        {figures.covers}
      </Card>
      <Card
        label={t('dashboard.openBills')}
        bills={{ status: 'Open' }}
        note={
          figures.openBills > 0 && (
            <small>
              <Money laari={figures.openTotal} />
            </small>
          )
        }
      >
        {figures.openBills}
      </Card>
    </dl>
  );
}

/** Shows the sales by hour, item, method and slot type, and what was given away. */
function SalesPanels({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const paid: BillSearch = { ...billsOfDays(figures), status: 'Complete' };
  return (
    <div className={styles.panels}>
      <Panel title={t('dashboard.byHour')} shape="wide">
        <HourBars hours={figures.byHour} />
      </Panel>
      <Panel title={t('dashboard.topItems')} shape="tall">
        <Bars rows={figures.topItems.slice(0, 8).map(itemRow)} />
      </Panel>
      <Panel title={t('dashboard.byMethod')}>
        <Bars
          rows={figures.byMethod.map((row) => ({
            name: labelText(methodLabel(row.method)),
            laari: row.amount,
            bills: { ...paid, method: row.method },
          }))}
        />
      </Panel>
      <Panel title={t('dashboard.byType')}>
        <Bars
          rows={figures.byType.map((row) => ({
            name: t(`bill.types.${row.type}` as 'bill.types.Table', { defaultValue: row.type }),
            extra: `× ${row.bills}`,
            laari: row.sales,
            bills: { ...paid, type: row.type },
          }))}
        />
      </Panel>
      {figures.slowItems.length > 0 && (
        <Panel title={t('dashboard.slowItems')}>
          <Bars rows={figures.slowItems.map(itemRow)} />
        </Panel>
      )}
      <Panel title={t('dashboard.givenAway')}>
        <Bars
          rows={[
            { name: t('dashboard.discounts'), laari: figures.discount },
            {
              name: t('dashboard.voids'),
              extra: `× ${figures.voids.count}`,
              laari: figures.voids.amount,
              bills: { ...billsOfDays(figures), status: 'Void' },
            },
          ]}
        />
      </Panel>
    </div>
  );
}

const itemRow = ({ name, qty, sales }: Figures['topItems'][number]): BarRow => ({
  name,
  extra: `× ${qty}`,
  laari: sales,
});

interface CardProps {
  readonly label: string;
  readonly main?: boolean;
  readonly bills: BillSearch;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function Card(props: CardProps) {
  return (
    <div className={props.main ? `${styles.card} ${styles.main}` : styles.card}>
      <dt>
        <ToBills bills={props.bills}>{props.label}</ToBills>
      </dt>
      <dd>
        {props.children}
        {props.note}
      </dd>
    </div>
  );
}

function Panel({ title, shape, children }: { title: string; shape?: 'wide' | 'tall'; children: ReactNode }) {
  return (
    <section className={shape ? `${styles.panel} ${styles[shape]}` : styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Shows the name of a figure. It links to the bills of that figure for users who may see them. */
function ToBills({ bills, children }: { bills: BillSearch | undefined; children: ReactNode }) {
  const canOpenBills = useSession((state) => state.user?.permissions.includes('Billing History')) === true;
  if (!bills || !canOpenBills) return children;
  return (
    <Link to={pathTo('Billing History')} search={bills as never} className={styles.toBills}>
      {children}
    </Link>
  );
}

interface BarRow {
  readonly name: string;
  readonly extra?: string;
  readonly laari: number;
  readonly bills?: BillSearch;
}

/** Shows rows with an amount and a bar for its share of the largest. */
function Bars({ rows }: { rows: readonly BarRow[] }) {
  const max = Math.max(1, ...rows.map((row) => row.laari));
  return (
    <ul className={styles.bars}>
      {rows.map((row) => (
        <li key={row.name}>
          <span className={styles.name}>
            <ToBills bills={row.bills}>{row.name}</ToBills> {row.extra && <small>{row.extra}</small>}
          </span>
          <Money laari={row.laari} className={styles.amount} />
          <span className={styles.bar} style={{ inlineSize: `${Math.max(1, (row.laari / max) * 100)}%` }} />
        </li>
      ))}
    </ul>
  );
}
