import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { plotOf } from '@atoll/domain/report/plot/plot-of';
import type { ReportDefinition } from '@atoll/domain/report/report';
import { useMemo } from 'react';
import { shortDay } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { PlotView } from '../../ui/plot/plot-view.tsx';
import css from './report-chart.module.css';

interface ChartProps {
  readonly report: ReportDefinition;
  readonly result: ReportResult;
}

/** Draws a report's main figure, beside the same figure of the compared period. Screen readers find the same values in the table below. */
export function ReportChart({ report, result }: ChartProps) {
  const { t } = useTranslation();
  const { rows, range, compared } = result;
  const plot = useMemo(
    () =>
      plotOf(
        report,
        { rows, range, compared },
        { word: (text) => (text === 'Before' ? t('report.compared') : labelText(text)), day: (date) => shortDay(date) },
      ),
    [report, rows, range, compared, t],
  );
  const column = report.columns.find(({ key }) => key === report.chartOf?.value);
  if (!plot || !column) return null;
  const hasBefore = compared !== null && plot.kind !== 'heat' && plot.kind !== 'plane' && plot.kind !== 'stack';
  return (
    <figure className={css.chart}>
      <figcaption>
        {labelText(column.label)}
        {hasBefore && (
          <span className={css.before}>
            <i />
            {compared.range.from === compared.range.to
              ? shortDay(compared.range.from, true)
              : t('report.days', { from: shortDay(compared.range.from, true), to: shortDay(compared.range.to, true) })}
          </span>
        )}
      </figcaption>
      <PlotView plot={plot} name={t('report.chart', { title: labelText(report.title) })} />
    </figure>
  );
}
