import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/api.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { printReport } from '../../../record/print-report.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { ShiftReport } from './shift-report.tsx';

interface ReportDialogProps {
  readonly shift: Shift;
  readonly totals: ShiftTotals;
  readonly title: string;
  readonly onClose: () => void;
}

/** Shows a report with a button to print it or save it as PDF. */
export function ReportDialog({ shift, totals, title, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <Button look="accent" icon="printer" onClick={() => box.current && printReport(box.current, title)}>
          {t('service.print')}
        </Button>
      }
    >
      <div ref={box}>
        <ShiftReport {...{ shift, totals, title }} />
      </div>
    </Modal>
  );
}

/** Shows the current figures of the open shift; it changes nothing. */
export function XReport({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['x report', shift.id],
    staleTime: 0,
    retry: false,
    queryFn: () => call('shift.x', { params: { id: String(shift.id) }, quiet: true }),
  });
  if (found.data)
    return <ReportDialog shift={shift} totals={found.data} title={t('service.xReport')} onClose={onClose} />;
  return (
    <Modal title={t('service.xReport')} onClose={onClose}>
      {found.isError ? (
        <NotLoaded found={found} title={t('shift.loadError')} />
      ) : (
        <SkeletonRows label={t('ui.loading')} />
      )}
    </Modal>
  );
}
