import { reportRanges } from '@atoll/domain/date/ranges';
import type { ReportConfig as Config } from '@atoll/domain/report/report';
import { useState } from 'react';
import { labelText } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { RangeFields } from '../../../record/range-fields.tsx';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { Drawer, openDelayMs } from '../../../ui/overlay/overlay.tsx';
import { useReturn } from '../../../ui/overlay/return.ts';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { CompareField, FilterField } from '../report-fields.tsx';
import css from '../report-parts.module.css';
import { lastConfig, useReportChoices } from '../report-store.ts';
import { useReports, useRunReport } from '../use-reports.ts';
import { SaveTemplate } from './save-template.tsx';

/** Configures a report: which one, range and filters. It is then run, or saved under a name. */
export function ReportConfig() {
  const { t } = useTranslation();
  const close = useReturn(pathTo('Reports'));
  const userId = useSession((state) => state.user?.id);
  const remembered = useReportChoices((state) => lastConfig(state.last, userId));
  const [config, setConfig] = useState<Config>(remembered);
  const [isSaving, setSaving] = useState(false);
  const reports = useReports();
  const run = useRunReport();
  const report = reports.data?.find(({ key }) => key === config.reportKey);
  return (
    <Drawer
      title={t('report.settings')}
      onClose={close}
      delayMs={openDelayMs}
      footer={
        <>
          <Button look="outline" onClick={() => setSaving(true)}>
            {t('report.saveTemplate')}
          </Button>
          <Button look="main" size="l" busy={run.isPending} onClick={() => run.mutate(config)}>
            {t('report.run')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <SelectField
          label={t('report.report')}
          hint={report && labelText(report.about)}
          value={config.reportKey}
          onChange={(event) => setConfig({ ...config, reportKey: event.currentTarget.value, filters: {} })}
          options={(reports.data ?? []).map(({ key, title }) => ({ value: key, label: labelText(title) }))}
        />
        {report?.hasRange !== false && (
          <>
            <RangeFields value={config} ranges={reportRanges} onChange={setConfig} />
            <CompareField config={config} onChange={setConfig} />
          </>
        )}
        {report?.filters?.map((filter) => (
          <FilterField key={filter} filter={filter} config={config} onChange={setConfig} />
        ))}
      </div>
      {isSaving && <SaveTemplate config={config} onClose={() => setSaving(false)} />}
    </Drawer>
  );
}
