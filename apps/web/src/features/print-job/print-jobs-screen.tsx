import type { PrintJobView } from '@atoll/domain/contract/bill/print';
import { waitText } from '@atoll/domain/contract/bill/print-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ScreenTabs } from '../../grid/screen-tabs.tsx';
import { clockTime } from '../../locale/instant.ts';
import { useSentence } from '../../locale/sentence.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { cancelPrintJob, listPrintJobs, PrintFault, reprintJob, retryPrintJob } from '../../printing/print-server.ts';
import { uuidv7 } from '../../session/id.ts';
import { useSession } from '../../session/session.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Chip, type ChipTone } from '../../ui/display/chip.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { ScreenTitle } from '../../ui/display/screen-title.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { JobPreview } from './job-preview.tsx';
import css from './print-jobs-screen.module.css';

const refetchMs = 3000;
const tones: Readonly<Record<PrintJobView['state'], ChipTone>> = {
  queued: 'open',
  sending: 'open',
  waiting: 'saved',
  held: 'saved',
  sent: 'good',
  printed: 'good',
  failed: 'late',
  cancelled: 'plain',
};
const unfinished: readonly PrintJobView['state'][] = ['waiting', 'held', 'failed'];
/** Jobs in these states were printed, may have been, or never will be: they can be printed again as a copy. */
const finished: readonly PrintJobView['state'][] = ['sent', 'printed', 'cancelled', 'failed'];

/** Lists the jobs of this till's print server; those that failed come first. */
export function PrintJobsScreen() {
  const { t } = useTranslation();
  const [error, setError] = useState<string>();
  const [shown, setShown] = useState<PrintJobView>();
  const jobs = useQuery({
    queryKey: ['print jobs'],
    queryFn: listPrintJobs,
    refetchInterval: refetchMs,
    staleTime: 0,
    retry: false,
  });

  async function act(work: () => Promise<unknown>): Promise<void> {
    setError(undefined);
    try {
      await work();
    } catch (caught) {
      setError((caught instanceof PrintFault && caught.message) || t('printJob.gone'));
    }
    await jobs.refetch();
  }

  const all = jobs.data ?? [];
  const open = all.filter((job) => unfinished.includes(job.state));
  const rest = all.filter((job) => !unfinished.includes(job.state));
  const rows = (list: readonly PrintJobView[]) =>
    list.map((job) => <JobRow key={job.jobId} job={job} onAct={act} onShow={() => setShown(job)} />);
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <ScreenTitle>{t('printJob.title')}</ScreenTitle>
        <ScreenTabs />
        <p>{t('printJob.hint')}</p>
      </header>
      {error && <Alert>{error}</Alert>}
      {jobs.isError ? (
        <PrintServerGone fault={jobs.error} onRetry={() => void jobs.refetch()} busy={jobs.isFetching} />
      ) : !jobs.data ? (
        <SkeletonRows rows={6} height={64} label={t('ui.loading')} />
      ) : all.length === 0 ? (
        <Empty icon="printer" title={t('printJob.empty')} hint={t('printJob.emptyHint')} />
      ) : (
        <>
          {open.length > 0 && (
            <section className={css.sheet} aria-label={t('printJob.unfinished')}>
              <h2>{t('printJob.unfinished')}</h2>
              <ul>{rows(open)}</ul>
            </section>
          )}
          {rest.length > 0 && (
            <section className={css.sheet} aria-label={t('printJob.done')}>
              <h2>{t('printJob.done')}</h2>
              <ul>{rows(rest)}</ul>
            </section>
          )}
        </>
      )}
      {shown && <JobPreview job={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}

interface JobRowProps {
  job: PrintJobView;
  onAct: (work: () => Promise<unknown>) => Promise<void>;
  onShow: () => void;
}

function JobRow({ job, onAct, onShow }: JobRowProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const timezone = useTimezone();
  const name = useSession((state) => state.user?.name ?? '');
  // A job does not say whose bill it is.
  const seesPaper = useSession((state) => state.user?.permissions.includes('bill.viewOthers') ?? false);
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    void onAct(work).finally(() => setBusy(false));
  };
  const why = sentence(waitText({ ...job, text: job.message }));
  const about = `${job.title}${job.copyNo ? ` · ${t('printJob.copy', { n: job.copyNo })}` : ''}`;
  return (
    <li className={css.job}>
      <div className={css.what}>
        <b>{about}</b>
        <small>
          {job.printer} · {clockTime(job.acceptedAt, timezone)}
          {why && ` · ${why}`}
          {job.mayBeDuplicate ? ` · ${t('printJob.mayBeDouble')}` : ''}
        </small>
      </div>
      {job.state === 'sent' && job.reason === 'not_confirmed' ? (
        <Chip tone="late">{t('printJob.notConfirmed')}</Chip>
      ) : (
        <Chip tone={tones[job.state]}>{t(`printJob.states.${job.state}`)}</Chip>
      )}
      <div className={css.actions}>
        {job.type !== 'Test' && seesPaper && (
          <Button look="plain" onClick={onShow} aria-label={t('printJob.previewOf', { name: about })}>
            {t('printJob.preview')}
          </Button>
        )}
        {unfinished.includes(job.state) && (
          <Button busy={busy} onClick={() => run(() => retryPrintJob(job.jobId))}>
            {t('printJob.retry')}
          </Button>
        )}
        {job.type !== 'Test' && seesPaper && finished.includes(job.state) && (
          <Button busy={busy} onClick={() => run(() => reprintJob(job.jobId, name, uuidv7()))}>
            {t('printJob.reprint')}
          </Button>
        )}
        {(job.state === 'waiting' || job.state === 'held') && (
          <Button look="dangerSoft" busy={busy} onClick={() => run(() => cancelPrintJob(job.jobId))}>
            {t('printJob.cancel')}
          </Button>
        )}
      </div>
    </li>
  );
}

interface GoneProps {
  fault: Error;
  onRetry: () => void;
  busy: boolean;
}

/** Says what to do when the print server cannot be reached or does not know this app. */
function PrintServerGone({ fault, onRetry, busy }: GoneProps) {
  const { t } = useTranslation();
  const isUnknown = fault instanceof PrintFault && ['origin_not_allowed', 'not_paired'].includes(fault.reason);
  return (
    <Empty
      icon="printer"
      tone="late"
      title={isUnknown ? t('printJob.notPaired') : t('printJob.gone')}
      hint={isUnknown ? t('printJob.notPairedHint') : t('printJob.goneHint')}
      action={
        <Button icon="refresh" busy={busy} onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      }
    />
  );
}
