import type { AccountEntry } from '@atoll/domain/contract/people/account';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import { useRef } from 'react';
import { dayAndTime } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactList } from '../../record/fact-list.tsx';
import { printReport } from '../../record/print-report.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './account-receipt.module.css';
import { amountOf } from './account-statement.tsx';

interface PaymentReceiptProps {
  readonly entry: AccountEntry;
  /** Name of the account. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Shows the receipt for the payer, with a button to print it or save it as PDF. */
export function PaymentReceipt({ entry, name, onClose }: PaymentReceiptProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const outlet = useApp((state) => state.outlet);
  const timezone = useTimezone();
  const title = t('account.receipt', { number: entry.id });
  const rows: readonly (readonly [string, string])[] = [
    [t('account.date'), dayAndTime(entry.at, timezone)],
    [t('account.from'), name],
    [t('account.method'), labelText(methodLabel(entry.method))],
    [t('account.reference'), entry.reference],
    [t('account.owedBefore'), amountOf(entry.balanceBefore)],
    [t('account.amount'), formatMoney(laari(-entry.amount))],
    [t('account.owedNow'), amountOf(entry.balanceAfter)],
    [t('account.takenBy'), entry.madeByName],
  ];
  return (
    <Modal
      title={title}
      size="s"
      onClose={onClose}
      footer={
        <Button look="main" icon="printer" onClick={() => box.current && printReport(box.current, title)}>
          {t('account.printReceipt')}
        </Button>
      }
    >
      <div ref={box}>
        <div data-report className={css.receipt}>
          <h3>{outlet?.name}</h3>
          <p>{[outlet?.address, outlet?.tin && `TIN ${outlet.tin}`].filter(Boolean).join(', ')}</p>
          <h4>{title}</h4>
          <FactList facts={rows} />
        </div>
      </div>
    </Modal>
  );
}
