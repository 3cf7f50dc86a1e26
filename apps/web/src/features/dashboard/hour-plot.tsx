import { defaultBusinessDayCutoff } from '@atoll/domain/outlet/defaults';
import type { PlotPoint, TimePlot } from '@atoll/domain/report/plot/plot';
import { useMemo } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { Money, moneyText } from '../../ui/display/money.tsx';
import { PlotView } from '../../ui/plot/plot-view.tsx';
import { useComparedText } from './compared-text.ts';
import type { Figures } from './figures.ts';
import styles from './hour-plot.module.css';

const minHours = 8;

/** Shows sales by hour with the compared days as a line, and the total so far of both; screen readers get the same as a table (R35.80). */
export function HourPlot({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const cutoff = useApp((state) => state.outlet?.businessDayCutoff) ?? defaultBusinessDayCutoff;
  const compared = useComparedText(figures);
  const points = useMemo(() => hourPoints(figures, Number(cutoff.slice(0, 2))), [figures, cutoff]);
  const plot: TimePlot = {
    kind: 'columns',
    points,
    unit: { name: 'MVR', divisor: 100, isWhole: false, text: moneyText },
    words: { before: t('dashboard.before') },
  };
  return (
    <div className={styles.hours}>
      <PlotView plot={plot} name={t('dashboard.byHour')} />
      <dl className={styles.totals}>
        <div>
          <dt>
            <i data-line="now" />
            {t('dashboard.soFar')}
          </dt>
          <dd>
            <Money laari={figures.sales} currency />
          </dd>
        </div>
        <div>
          <dt>
            <i data-line="before" />
            {compared}
          </dt>
          <dd>
            <Money laari={figures.before.sales} currency />
          </dd>
        </div>
      </dl>
      <table className="visually-hidden">
        <caption>{t('dashboard.byHour')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.hour')}</th>
            <th scope="col">{t('dashboard.amount')}</th>
            <th scope="col">{t('dashboard.before')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value, before }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{moneyText(value)}</td>
              <td>{moneyText(before ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Returns the hours from the first to the last with a sale on either side, in the order of the business day, which begins at the hour `cutoff`; at
 * least eight.
 */
export function hourPoints({ byHour, before }: Pick<Figures, 'byHour' | 'before'>, cutoff: number): PlotPoint[] {
  const place = (hour: number): number => (hour - cutoff + 24) % 24;
  const now = new Map(byHour.map(({ hour, sales }) => [place(hour), sales]));
  const then = new Map((before.byHour ?? []).map(({ hour, sales }) => [place(hour), sales]));
  const places = [...now.keys(), ...then.keys()];
  if (places.length === 0) return [];
  const last = Math.max(...places);
  const first = Math.max(0, Math.min(Math.min(...places), last - minHours + 1));
  const count = Math.min(24 - first, Math.max(minHours, last - first + 1));
  return Array.from({ length: count }, (_, index) => ({
    label: `${String((first + index + cutoff) % 24).padStart(2, '0')}:00`,
    value: now.get(first + index) ?? 0,
    before: then.size === 0 ? null : (then.get(first + index) ?? 0),
  }));
}
