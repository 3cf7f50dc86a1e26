import type { InvoiceState, PaymentState, ReceivingState } from '@atoll/domain/stock/purchase';
import { useTranslation } from '../../locale/use-translation.ts';
import { Chip, type ChipTone } from '../../ui/display/chip.tsx';

const states: Record<InvoiceState, ChipTone> = { Draft: 'plain', Posted: 'open', Cancelled: 'plain' };
const goods: Record<ReceivingState, ChipTone> = { NotReceived: 'plain', Partial: 'saved', Received: 'good' };
const money: Record<PaymentState, ChipTone> = { Unpaid: 'plain', Partial: 'saved', Paid: 'good', Overdue: 'late' };

/** Shows the state of an invoice: draft, posted or cancelled. */
export function InvoiceChip({ status }: { readonly status: InvoiceState }) {
  const { t } = useTranslation();
  return <Chip tone={states[status]}>{t(`invoice.states.${status}`)}</Chip>;
}

/** Shows how much of its goods has been received. */
export function ReceivingChip({ state }: { readonly state: ReceivingState }) {
  const { t } = useTranslation();
  return <Chip tone={goods[state]}>{t(`invoice.receivings.${state}`)}</Chip>;
}

/** Shows how much of it is paid. */
export function PaymentChip({ state }: { readonly state: PaymentState }) {
  const { t } = useTranslation();
  return <Chip tone={money[state]}>{t(`invoice.paymentStates.${state}`)}</Chip>;
}
