import { quantityText } from '@atoll/domain/money/quantity';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { ReactNode } from 'react';
import type { BillSearch } from '../../bill/bill-search.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Empty } from '../../ui/display/empty.tsx';
import { Money, moneyText } from '../../ui/display/money.tsx';
import { Alerts } from './alerts.tsx';
import shared from './cards.module.css';
import { Compared } from './compared.tsx';
import styles from './dashboard-figures.module.css';
import type { Figures } from './figures.ts';
import { HourPlot } from './hour-plot.tsx';
import { NowPanels, ShiftPanel } from './now-panels.tsx';
import { type BarRow, Bars, Panel, ToBills } from './panel.tsx';

/** Shows the figures of the days: large ones, the shift, sales by hour, and sales by method, slot type and item. */
export function DashboardFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  return (
    <>
      <FigureCards figures={figures} />
      <Alerts figures={figures} />
      {figures.bills > 0 ? (
        <SalesPanels figures={figures} />
      ) : (
        <>
          <NowPanels figures={figures} />
          <div className={styles.empty}>
            <Empty icon="report" title={t('dashboard.noSales')} hint={t('dashboard.noSalesHint')} />
          </div>
        </>
      )}
    </>
  );
}

/** Returns the search for the bills of the figures' days. */
const billsOfDays = ({ from, to }: Figures): BillSearch => ({ fromDay: from, toDay: to });

/** Returns the average sale per bill, in laari; 0 without bills. */
const averageOf = ({ sales, bills }: Pick<Figures, 'sales' | 'bills'>): number =>
  bills > 0 ? Math.round(sales / bills) : 0;

const amountText = (laari: number): string => moneyText(laari, false);

/** Shows sales, bills, average and covers, compared with the days before, and the open bills. */
function FigureCards({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { before } = figures;
  const average = averageOf(figures);
  const paid: BillSearch = { ...billsOfDays(figures), status: 'Complete' };
  // Before the first sale there is nothing to compare: −100 % would say nothing (R35.56).
  const note = (now: number, then: number, text: (figure: number) => string) =>
    figures.bills > 0 ? <Compared now={now} before={then} text={text} /> : undefined;
  return (
    <dl className={shared.cards}>
      <Card label={t('dashboard.sales')} main bills={paid} note={note(figures.sales, before.sales, amountText)}>
        <Money laari={figures.sales} currency />
      </Card>
      <Card label={t('dashboard.bills')} bills={paid} note={note(figures.bills, before.bills, String)}>
        {figures.bills}
      </Card>
      <Card label={t('dashboard.average')} bills={paid} note={note(average, averageOf(before), amountText)}>
        <Money laari={average} />
      </Card>
      <Card label={t('dashboard.covers')} bills={paid} note={note(figures.covers, before.covers, String)}>
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
        <HourPlot figures={figures} />
      </Panel>
      <ShiftPanel figures={figures} />
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

const itemRow = ({ name, qty, unit, sales }: Figures['topItems'][number]): BarRow => ({
  name,
  extra: unit ? quantityText(qty, unit) : `× ${qty}`,
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
