import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { reportRanges } from '@atoll/domain/date/ranges';
import { csvFileName } from '@atoll/domain/grid/csv';
import { reportCsv } from '@atoll/domain/grid/report-csv';
import { type ReportConfig, type ReportDefinition } from '@atoll/domain/report/report';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError, call } from '../../api/api.ts';
import { dayAndTime, shortDay } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { drawerPrinter, printPicture, printSlip } from '../../printing/slip.ts';
import { RangeFields } from '../../record/range-fields.tsx';
import { useSession } from '../../session/session.ts';
import { saveFile } from '../../storage/save-file.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { toastsBelowHead } from '../../ui/hook/toasts-below.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { AuditScreen } from './audit/audit-screen.tsx';
import { ReportChart } from './report-chart.tsx';
import { CompareField, FilterField } from './report-fields.tsx';
import shared from './report-parts.module.css';
import { savePdf } from './report-pdf.ts';
import { type ChartPoints, chartPicture, chartPoints } from './report-picture.ts';
import { reportSlip } from './report-slip.ts';
import { ReportTable } from './report-table.tsx';
import { SaveTemplate } from './template/save-template.tsx';
import { useReports, useRunReport } from './use-reports.ts';
import css from './view-report.module.css';

/** Shows one report: its range, the chart, and the table. */
export function ViewReport() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const outletId = useSession((state) => state.scope?.outletId);
  const reports = useReports();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['report.view', outletId, id],
    queryFn: () => call('report.view', { params: { id }, inPlace: true }),
  });
  const report = reports.data?.find(({ key }) => key === data?.config.reportKey);
  if (data && report?.key === 'audit') return <AuditScreen key={id} result={data} />;
  if (data && report) return <Shown key={id} report={report} result={data} />;
  // A key that is no number is refused as malformed; it counts as not found too (R35.73).
  const isGone = error instanceof CallError && [400, 404].includes(error.status);
  return (
    <div className={shared.screen}>
      {error || (data && reports.data) ? (
        <Empty
          icon="warning"
          level={1}
          tone={isGone ? 'calm' : 'late'}
          title={t(isGone ? 'report.gone' : 'report.failed')}
          hint={isGone ? t('report.goneHint') : t('session.noServer')}
          action={
            isGone ? (
              <Link to={pathTo('Reports')} className={buttonClass({ look: 'main' })}>
                {t('report.back')}
              </Link>
            ) : (
              <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
                {t('ui.tryAgain')}
              </Button>
            )
          }
        />
      ) : (
        <div role="status" aria-label={t('report.running')}>
          <Skeleton height={420} />
        </div>
      )}
    </div>
  );
}

interface ShownProps {
  readonly report: ReportDefinition;
  readonly result: ReportResult;
}

function Shown({ report, result }: ShownProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const run = useRunReport();
  const [isSaving, setSaving] = useState(false);
  const { config, range, rows } = result;
  const again = (next: ReportConfig) => run.mutate(next);
  return (
    <div className={shared.screen} aria-busy={run.isPending || undefined}>
      <header ref={toastsBelowHead} className={shared.head}>
        <div className={shared.heading}>
          <Link to={pathTo('Reports')} className={css.back}>
            <Icon name="back" size={18} /> {t('report.back')}
          </Link>
          <h1 className={shared.title}>{labelText(report.title)}</h1>
          <p className={shared.hint}>
            {report.hasRange === false
              ? t('report.now')
              : range.from === range.to
                ? shortDay(range.from, true)
                : t('report.days', { from: shortDay(range.from, true), to: shortDay(range.to, true) })}
            {' · '}
            {t('report.asOf', { at: dayAndTime(result.at, timezone) })}
          </p>
        </div>
        <ReportActions report={report} result={result} timezone={timezone} onSave={() => setSaving(true)} />
      </header>
      <div className={css.choices}>
        {report.hasRange !== false && (
          <>
            <RangeFields value={config} ranges={reportRanges} onChange={again} />
            <CompareField config={config} onChange={again} />
          </>
        )}
        {report.filters?.map((filter) => (
          <FilterField key={filter} filter={filter} config={config} onChange={again} />
        ))}
      </div>
      {rows.length === 0 ? (
        <Empty icon="report" title={t('report.empty')} hint={t('report.emptyHint')} />
      ) : (
        <>
          <ReportChart report={report} result={result} />
          <ReportTable report={report} result={result} timezone={timezone} />
          {result.isCut && <p className={shared.hint}>{t('report.cut', { count: rows.length })}</p>}
        </>
      )}
      {isSaving && <SaveTemplate config={config} onClose={() => setSaving(false)} />}
    </div>
  );
}

interface ReportActionsProps extends ShownProps {
  readonly timezone: string;
  readonly onSave: () => void;
}

/** Shows the buttons that save, print and export a report. */
function ReportActions({ report, result, timezone, onSave }: ReportActionsProps) {
  const { t, i18n } = useTranslation();
  const printer = drawerPrinter();
  const ticket = useMutation({
    mutationFn: () => printSlip(printer, reportSlip(report, result, timezone)),
    onSuccess: (printed) =>
      printed.state === 'failed'
        ? showToast(printed.message, 'error')
        : showToast(t('report.ticketPrinted', { printer }), 'good'),
  });
  const chart = chartPoints(report, result.rows, timezone);
  const picture = useMutation({
    mutationFn: async (points: ChartPoints) =>
      printPicture(printer, chartPicture(points, i18n.dir() === 'rtl'), reportSlip(report, result, timezone)),
    onSuccess: (printed) =>
      printed.state === 'failed' ? showToast(printed.message, 'error') : showToast(t('report.picturePrinted'), 'good'),
  });
  const pdf = useMutation({ mutationFn: () => savePdf(report, result) });
  const isEmpty = result.rows.length === 0;
  return (
    <div className={css.actions}>
      <Button look="plain" onClick={onSave}>
        {t('report.saveTemplate')}
      </Button>
      <Button icon="printer" look="outline" onClick={() => window.print()}>
        {t('report.print')}
      </Button>
      {printer && (
        <Button
          icon="printer"
          look="outline"
          disabled={isEmpty}
          busy={ticket.isPending}
          onClick={() => ticket.mutate()}
        >
          {t('report.printTicket')}
        </Button>
      )}
      {printer && chart && (
        <Button icon="printer" look="outline" busy={picture.isPending} onClick={() => picture.mutate(chart)}>
          {t('report.printPicture')}
        </Button>
      )}
      <Button look="outline" busy={pdf.isPending} onClick={() => pdf.mutate()}>
        {t('report.pdf')}
      </Button>
      <Button look="outline" disabled={isEmpty} onClick={() => exportCsv(report, result, timezone)}>
        {t('report.csv')}
      </Button>
    </div>
  );
}

/** Saves the rows of the table as a CSV file. */
function exportCsv(report: ReportDefinition, { rows, range, at }: ReportResult, timezone: string): void {
  const text = reportCsv(report.columns, rows, { label: labelText, instant: (iso) => dayAndTime(iso, timezone) });
  const hasRange = report.hasRange !== false;
  saveFile(
    csvFileName(labelText(report.title), at.slice(0, 10), hasRange ? range.from : null, hasRange ? range.to : null),
    new Blob([text], { type: 'text/csv' }),
  );
}
