import type { PrintJobView } from '@atoll/domain/contract/bill/print';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locale/use-translation.ts';
import { PrintFault, previewJob } from '../../printing/print-server.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './job-preview.module.css';

/** Shows the printout of a job, line by line as the printer receives it. */
export function JobPreview({ job, onClose }: { job: PrintJobView; onClose: () => void }) {
  const { t } = useTranslation();
  const paper = useQuery({
    queryKey: ['print job', job.jobId],
    queryFn: () => previewJob(job.jobId),
    retry: false,
  });
  return (
    <Modal title={job.title} onClose={onClose} size="m">
      {paper.isError ? (
        <Alert>{(paper.error instanceof PrintFault && paper.error.message) || t('printJob.gone')}</Alert>
      ) : paper.data ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach a scrolling area
        <pre className={css.paper} dir="ltr" tabIndex={0}>
          {paper.data.text}
        </pre>
      ) : (
        <SkeletonRows rows={5} height={32} label={t('ui.loading')} />
      )}
    </Modal>
  );
}
