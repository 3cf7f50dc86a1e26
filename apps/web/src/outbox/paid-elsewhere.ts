/** What somebody else took for a bill, as the server says when it refuses a payment that came too late. Source: docs/rules.md#late-payments. */

import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { Payment } from '@atoll/domain/payment/payment';
import type { ErrorBody } from '../api/api.ts';
import { labelText } from '../locale/label.ts';
import { t } from '../locale/locale.ts';

/** Returns 'Hawwa took the payment …: Card MVR 59.40 …', with what to do; without name and amount where the server does not tell them. */
export function paidElsewhereText(reason: ErrorBody | null): string {
  const who = reason?.['paidBy'];
  const { payments = [] } = (reason?.['bill'] ?? {}) as { readonly payments?: readonly Payment[] };
  const what = payments
    .filter(({ status }) => status !== 'Voided')
    .map(({ method, amount }) => `${labelText(methodLabel(method))} ${formatMoney(laari(amount))}`)
    .join(', ');
  const isKnown = typeof who === 'string' && who !== '' && what !== '';
  return isKnown ? t('outbox.why.payClosedBy', { who, what }) : t('outbox.why.payClosed');
}
