import type { ReportTemplate } from '@atoll/domain/contract/outlet/report';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/api.ts';
import { labelText } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button, buttonClass, IconButton } from '../../../ui/display/button.tsx';
import { Empty } from '../../../ui/display/empty.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { toastsBelowHead } from '../../../ui/hook/toasts-below.ts';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import shared from '../report-parts.module.css';
import { useReports, useRunReport, useTemplates } from '../use-reports.ts';
import { ScheduleReport } from './schedule-report.tsx';
import css from './templates-screen.module.css';

/** Lists saved reports: the user's own and those that others share. */
export function TemplatesScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const templates = useTemplates();
  return (
    <div className={shared.screen}>
      <header ref={toastsBelowHead} className={shared.head}>
        <div className={shared.heading}>
          <h1 className={shared.title}>{t('report.templates')}</h1>
          <p className={shared.hint}>{t('report.templatesHint')}</p>
        </div>
        <Link to={pathTo('Reports')} className={buttonClass({ look: 'outline' })}>
          {t('report.back')}
        </Link>
      </header>
      {templates.data?.length === 0 ? (
        <Empty
          icon="report"
          title={t('report.noTemplates')}
          hint={t('report.noTemplatesHint')}
          action={
            <Button look="main" onClick={() => void router.navigate({ to: pathTo('Report Config') })}>
              {t('report.settings')}
            </Button>
          }
        />
      ) : templates.data ? (
        <ul className={css.templates}>
          {templates.data.map((template) => (
            <Template key={template.id} template={template} />
          ))}
        </ul>
      ) : templates.isError ? (
        <Empty icon="warning" tone="late" title={t('report.failed')} hint={t('session.noServer')} />
      ) : (
        <div role="status" aria-label={t('ui.loading')}>
          <Skeleton height={72} />
        </div>
      )}
    </div>
  );
}

/** Shows a saved report: a tap runs it; its owner can mark it as favourite, schedule or delete it. */
function Template({ template }: { template: ReportTemplate }) {
  const { t } = useTranslation();
  const run = useRunReport();
  const reports = useReports();
  const queries = useQueryClient();
  const [isScheduling, setScheduling] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: ['template.list'] });
  const { id, version, name, config, isShared, isFavourite } = template;
  const toggleFavourite = useMutation({
    mutationFn: () =>
      call('template.update', { body: { id, version, name, config, isShared, isFavourite: !isFavourite } }),
    onSettled: reload,
  });
  const remove = useMutation({
    mutationFn: () => call('template.delete', { params: { id: String(id) } }),
    onSuccess: () => showToast(t('report.removed'), 'good'),
    onSettled: reload,
  });
  const title = reports.data?.find(({ key }) => key === config.reportKey)?.title ?? config.reportKey;
  return (
    <li className={css.template}>
      <button type="button" className={css.open} onClick={() => !run.isPending && run.mutate(config)}>
        <strong>{name}</strong>
        <span>
          {labelText(title)} · {t(`report.ranges.${config.range}`)} ·{' '}
          {template.isOwn ? t('report.own') : t('report.sharedBy', { name: template.ownerName })}
          {template.schedule && ` · ${t(`report.frequencies.${template.schedule.frequency}`)}`}
          {template.schedule?.problem && ` · ${template.schedule.problem}`}
        </span>
      </button>
      {template.isOwn && (
        <>
          <IconButton
            icon={isFavourite ? 'check' : 'plus'}
            aria-pressed={isFavourite}
            label={t(isFavourite ? 'report.unfavourite' : 'report.favourite')}
            onClick={() => !toggleFavourite.isPending && toggleFavourite.mutate()}
          />
          <IconButton
            icon="clock"
            aria-pressed={template.schedule !== null}
            label={t('report.schedule')}
            onClick={() => setScheduling(true)}
          />
          <IconButton
            icon="trash"
            label={t('report.removeTemplate')}
            onClick={() => !remove.isPending && remove.mutate()}
          />
          {isScheduling && <ScheduleReport template={template} onClose={() => setScheduling(false)} />}
        </>
      )}
    </li>
  );
}
