import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { drawerPrinter, printSlip } from '../../../printing/slip.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { printReport } from '../../../record/print-report.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { useIsBlind } from '../use-is-blind.ts';
import { ShiftReport } from './shift-report.tsx';
import { shiftSlip } from './shift-slip.ts';

interface ReportDialogProps {
  readonly shift: Shift;
  readonly totals: ShiftTotals;
  readonly title: string;
  readonly onClose: () => void;
}

/** Shows a report with a button that prints it on the receipt printer, or by the browser if none is set. */
export function ReportDialog({ shift, totals, title, onClose }: ReportDialogProps) {
  const { t, i18n } = useTranslation();
  const timezone = useTimezone();
  const isBlind = useIsBlind();
  const box = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const subject = { shift, totals, timezone, isBlind };
  const print = async () => {
    const printer = drawerPrinter();
    if (!printer) return box.current && printReport(box.current, title);
    setBusy(true);
    const printed = await printSlip(printer, shiftSlip(subject, title, t), { language: i18n.language });
    setBusy(false);
    // Without a print server the browser can still print the report.
    return printed.state === 'failed' && box.current && printReport(box.current, title);
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <Button look="accent" icon="printer" disabled={isBusy} onClick={() => void print()}>
          {t('service.print')}
        </Button>
      }
    >
      <div ref={box}>
        <ShiftReport {...{ subject, title }} />
      </div>
    </Modal>
  );
}

/** Shows the current figures of the open shift; it changes nothing. */
export function XReport({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['x report', shift.key],
    staleTime: 0,
    retry: false,
    // A shift that was opened without the server has no id until it arrives.
    queryFn: () => call('shift.x', { params: { id: shift.id > 0 ? String(shift.id) : shift.key }, inPlace: true }),
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
