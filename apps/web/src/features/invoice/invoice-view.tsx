import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { type InvoiceState, totalMatches } from '@atoll/domain/stock/purchase';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { AskReason } from '../../bill/reason/ask-reason.tsx';
import { FailureBox } from '../../form/form-dialog.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import parts from '../../record/record-parts.module.css';
import { StepList } from '../../record/step-list.tsx';
import { useGo } from '../../resource/resource-card.tsx';
import { useCanCall } from '../../resource/use-record.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { Checkbox } from '../../ui/choice/checkbox.tsx';
import { Button } from '../../ui/display/button.tsx';
import { moneyText } from '../../ui/display/money.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { InvoiceBody } from './invoice-body.tsx';
import { InvoiceChip, PaymentChip, ReceivingChip } from './invoice-chips.tsx';
import { invoicesPath } from './invoice-list.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';

type Open = 'receive' | 'pay' | 'cancel' | null;

/**
 * 'View Invoice', in a modal (R2.21): shows the invoice, its receipts and payments, what is owed, and the next actions.
 */
export function ViewInvoice() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(invoicesPath);
  const go = useGo(invoicesPath);
  const mayPost = useCanCall('invoice.status');
  const [open, setOpen] = useState<Open>(null);
  const [isRight, setRight] = useState(false);
  const { move, done, busy, failure } = useInvoiceSteps(isRight, () => setOpen(null));
  const found = useFound('invoice.find', id, () => call('invoice.find', { params: { id }, inPlace: true }));
  return (
    <FoundPanel
      found={found}
      title={t('resource.view', { name: t('invoice.one') })}
      overlay="modal"
      size="l"
      onClose={close}
      footer={(invoice) =>
        canDo(invoice, mayPost) && (
          <InvoiceActions
            {...{ invoice, mayPost, busy }}
            onGo={go}
            onOpen={setOpen}
            onPost={() => void move(invoice, 'Posted')}
          />
        )
      }
    >
      {(invoice) => (
        <div className={parts.stack}>
          <InvoiceHead invoice={invoice} />
          {failure && <FailureBox failure={failure} />}
          {invoice.status === 'Draft' &&
            !totalMatches(invoice.total, invoice.vendorTotal, invoice.isTotalAcknowledged) && (
              <TotalDiffers invoice={invoice} isRight={isRight} onRight={setRight} />
            )}
          <InvoiceBody invoice={invoice} />
          <StepList steps={invoice.steps} wordOf={(to) => t(`invoice.states.${to as InvoiceState | 'Received'}`)} />
          {open === 'receive' && <ReceiveDialog invoice={invoice} onDone={done} onClose={() => setOpen(null)} />}
          {open === 'pay' && <PayDialog invoice={invoice} onDone={done} onClose={() => setOpen(null)} />}
          {open === 'cancel' && (
            <AskReason
              title={t('invoice.cancel')}
              action={t('invoice.cancel')}
              busy={busy !== null}
              onConfirm={(reason) => void move(invoice, 'Cancelled', reason)}
              onClose={() => setOpen(null)}
            />
          )}
        </div>
      )}
    </FoundPanel>
  );
}

/** Returns the functions that post or cancel an invoice, and end its dialogs. `isRight`: a total that differs is acknowledged. */
function useInvoiceSteps(isRight: boolean, closeDialog: () => void) {
  const { t } = useTranslation();
  const refresh = useStockRefresh();
  const { act, busy, failure } = useAct();
  const done = () => {
    closeDialog();
    refresh();
  };
  async function move(invoice: PurchaseInvoice, status: 'Posted' | 'Cancelled', reason?: string) {
    const body = {
      id: invoice.id,
      status,
      ...(reason ? { reason } : {}),
      ...(isRight ? { isTotalAcknowledged: true } : {}),
    };
    const isDone = await act(status, () => call('invoice.status', { body, inPlace: true }));
    done();
    if (isDone && status === 'Posted') showToast(t('invoice.posted'), 'good');
  }
  return { move, done, busy, failure };
}

/** Shows the number and the states of an invoice. */
function InvoiceHead({ invoice }: { invoice: PurchaseInvoice }) {
  return (
    <div className={parts.top}>
      <strong>{invoice.number}</strong>
      <InvoiceChip status={invoice.status} />
      {invoice.status === 'Posted' && (
        <>
          <ReceivingChip state={invoice.receiving} />
          <PaymentChip state={invoice.paymentState} />
        </>
      )}
    </div>
  );
}

interface TotalDiffersProps {
  readonly invoice: PurchaseInvoice;
  readonly isRight: boolean;
  readonly onRight: (isRight: boolean) => void;
}

/** Warns that the vendor's total is another one, and asks whether the invoice is right. */
function TotalDiffers({ invoice, isRight, onRight }: TotalDiffersProps) {
  const { t } = useTranslation();
  const totals = { vendor: moneyText(invoice.vendorTotal ?? 0), total: moneyText(invoice.total) };
  return (
    <div className={parts.warn} role="status">
      <p>{t('invoice.differs', totals)}</p>
      <Checkbox label={t('invoice.acknowledge')} value={isRight} onChange={onRight} />
    </div>
  );
}

/** Returns whether any action is left for an invoice. */
function canDo(invoice: PurchaseInvoice, mayPost: boolean): boolean {
  if (invoice.status === 'Draft') return true;
  return invoice.status === 'Posted' && mayPost && (hasGoodsToCome(invoice) || invoice.paid < invoice.total);
}

const hasGoodsToCome = (invoice: PurchaseInvoice): boolean =>
  invoice.receiving !== 'Received' && invoice.lines.some((line) => line.kind === 'Item');

interface InvoiceActionsProps {
  readonly invoice: PurchaseInvoice;
  readonly mayPost: boolean;
  readonly busy: string | null;
  readonly onGo: (rest: string) => void;
  readonly onOpen: (open: Open) => void;
  readonly onPost: () => void;
}

function InvoiceActions({ invoice, mayPost, busy, onGo, onOpen, onPost }: InvoiceActionsProps) {
  const { t } = useTranslation();
  if (invoice.status === 'Draft')
    return (
      <>
        <Button onClick={() => onGo(`delete/${invoice.id}`)}>{t('resource.deleteButton')}</Button>
        <Button onClick={() => onGo(`edit/${invoice.id}`)}>{t('resource.editButton')}</Button>
        {mayPost && (
          <Button look="main" busy={busy === 'Posted'} onClick={onPost}>
            {t('invoice.post')}
          </Button>
        )}
      </>
    );
  const hasGoods = hasGoodsToCome(invoice);
  const isOwed = invoice.paid < invoice.total;
  return (
    <>
      {invoice.paid === 0 && (
        <Button look="plain" onClick={() => onOpen('cancel')}>
          {t('invoice.cancel')}
        </Button>
      )}
      {isOwed && (
        <Button look={hasGoods ? 'outline' : 'main'} onClick={() => onOpen('pay')}>
          {t('invoice.pay')}
        </Button>
      )}
      {hasGoods && (
        <Button look="main" onClick={() => onOpen('receive')}>
          {t('invoice.receive')}
        </Button>
      )}
    </>
  );
}
