import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney } from '@atoll/domain/money/money';
import { useTranslation } from '../../locale/use-translation.ts';
import { Chip } from '../../ui/display/chip.tsx';

/** Returns what an order says of its money: what to collect, paid, or refunded as lists of bills say it. '' for a void bill. */
export function usePaidWord(bill: Bill): string {
  const { t } = useTranslation();
  if (bill.isOpen) return t('delivery.toCollect', { amount: formatMoney(bill.total) });
  if (bill.refundState) return t(`bill.states.${bill.refundState === 'Full' ? 'Refunded' : 'PartlyRefunded'}`);
  return bill.status === 'Complete' ? t('delivery.paid') : '';
}

/** Shows what an order says of its money. */
export function PaidChip({ bill }: { readonly bill: Bill }) {
  const word = usePaidWord(bill);
  if (word === '') return null;
  return <Chip tone={bill.isOpen ? 'saved' : bill.refundState ? 'plain' : 'good'}>{word}</Chip>;
}
