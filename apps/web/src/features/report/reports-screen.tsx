import { type ReportDefinition, reportGroups } from '@atoll/domain/report/report';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { toastsBelowHead } from '../../ui/hook/toasts-below.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import shared from './report-parts.module.css';
import { lastConfig, useReportChoices } from './report-store.ts';
import css from './reports-screen.module.css';
import { useReports, useRunReport, useTemplates } from './use-reports.ts';

/** Lists all reports by subject. One tap runs a report with the last used range. */
export function ReportsScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const reports = useReports();
  const [wanted, setWanted] = useState('');
  const found = (reports.data ?? []).filter((report) => matches(report, wanted));
  return (
    <div className={shared.screen}>
      <header ref={toastsBelowHead} className={shared.head}>
        <h1 className={shared.title}>{t('report.title')}</h1>
        <input
          className={css.search}
          type="search"
          aria-label={t('report.find')}
          placeholder={t('report.find')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Link to={pathTo('Report Templates')} className={buttonClass({ look: 'outline' })}>
          {t('report.templates')}
        </Link>
        <Button icon="settings" onClick={() => void router.navigate({ to: pathTo('Report Config') })}>
          {t('report.settings')}
        </Button>
      </header>
      <Favourites />
      {reports.isError ? (
        <Empty
          icon="warning"
          tone="late"
          title={t('report.failed')}
          hint={t('session.noServer')}
          action={
            <Button icon="refresh" busy={reports.isFetching} onClick={() => void reports.refetch()}>
              {t('ui.tryAgain')}
            </Button>
          }
        />
      ) : reports.data ? (
        found.length === 0 ? (
          <Empty icon="search" title={t('report.none')} hint={t('report.noneHint')} />
        ) : (
          reportGroups.map((group) => (
            <Group
              key={group}
              name={t(`report.groups.${group}`)}
              reports={found.filter((one) => one.group === group)}
            />
          ))
        )
      ) : (
        <div className={css.cards} role="status" aria-label={t('ui.loading')}>
          {Array.from({ length: 9 }, (_, i) => (
            <Skeleton key={i} height={96} />
          ))}
        </div>
      )}
      <Outlet />
    </div>
  );
}

const matches = ({ title, about }: ReportDefinition, wanted: string): boolean =>
  `${labelText(title)} ${labelText(about)}`.toLowerCase().includes(wanted.trim().toLowerCase());

function Group({ name, reports }: { name: string; reports: readonly ReportDefinition[] }) {
  const run = useRunReport();
  const userId = useSession((state) => state.user?.id);
  const last = useReportChoices((state) => lastConfig(state.last, userId));
  if (reports.length === 0) return null;
  return (
    <section aria-label={name}>
      <h2 className={css.group}>{name}</h2>
      <ul className={css.cards}>
        {reports.map(({ key, title, about }) => (
          <li key={key}>
            <button
              type="button"
              className={css.card}
              aria-busy={(run.isPending && run.variables.reportKey === key) || undefined}
              onClick={() => !run.isPending && run.mutate({ ...last, reportKey: key, filters: {} })}
            >
              <strong>{labelText(title)}</strong>
              <span>{labelText(about)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows favourite templates, each one tap away. */
function Favourites() {
  const { t } = useTranslation();
  const templates = useTemplates();
  const run = useRunReport();
  const shown = (templates.data ?? []).filter((template) => template.isFavourite);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('report.templates')} className={css.favourites}>
      {shown.map((template) => (
        <button
          key={template.id}
          type="button"
          className={css.favourite}
          onClick={() => !run.isPending && run.mutate(template.config)}
        >
          <Icon name="report" size={18} />
          {template.name}
        </button>
      ))}
    </section>
  );
}
