/** What is wrong with an order that is to be kept, at which field. Source: R22.12, R22.15. */
import type { OrderKind, OrderTax } from '@atoll/domain/bill/advance/order';
import { findFieldFault } from '@atoll/domain/form/validate';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { type Part, partFault } from '../../../cash/order/pay-part.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { t } from '../../../locale/locale.ts';

/** A plan has 24 rows at most; the first is what is paid today. */
export const maxInstalments = 23;

/** What is typed of an order, besides what is paid now. */
export interface Typed {
  readonly kind: OrderKind;
  readonly tax: OrderTax;
  readonly name: string;
  readonly phone: string;
  readonly dueAt: string | null;
  /** How many monthly instalments. */
  readonly count: number | null;
}

/** What is wrong, and at which field: the last one where it concerns the order. */
export type Fault = Readonly<Partial<Record<'name' | 'phone' | 'due' | 'paid', string>>>;

interface Kept {
  readonly typed: Typed;
  /** What is paid now. */
  readonly part: Part;
  /** Laari. */
  readonly total: number;
  /** When it is due, by its plan. */
  readonly due: string | null;
  /** The phone of the bill's customer: it stays as it is known. */
  readonly knownPhone: string;
}

/** Returns what is wrong with an order as it is typed. */
export function faultsOf({ typed, part, total, due, knownPhone }: Kept): Fault {
  const { name, phone } = typed;
  const paid = part.amount ?? 0;
  const label = t('order.phone');
  const isPhoneWrong = phone !== knownPhone && findFieldFault({ key: 'phone', label, kind: 'phone' }, phone) !== null;
  const ofDue = typed.kind === 'Layaway' ? planFault(typed, total - paid) : dueFault(due);
  const tooMuch = paid > total && t('order.tooMuch', { amount: formatMoney(laari(total)) });
  const ofPart = tooMuch || (paid > 0 && partFault(part));
  return {
    ...(name.trim() === '' && { name: t('order.nameNeeded') }),
    ...(isPhoneWrong && { phone: t('fault.phone', { label }) }),
    ...(ofDue && { due: ofDue }),
    ...(ofPart && { paid: ofPart }),
  };
}

/** Returns what is wrong with when an order is due: nothing is made for a time that is over, as of a mistyped year. */
function dueFault(due: string | null): string | undefined {
  if (!due) return t('order.dueNeeded');
  return Date.parse(due) < tillNow() ? t('order.dueOver') : undefined;
}

/** Returns what is wrong with the number of instalments of what is left to pay, laari. */
function planFault({ count }: Typed, rest: number): string | undefined {
  if (rest < 0) return undefined;
  if (rest === 0 || (count ?? 0) < 1) return t('order.instalmentsNeeded');
  const label = t('order.instalments');
  return (count ?? 0) > maxInstalments ? t('fault.max', { label, n: String(maxInstalments) }) : undefined;
}
