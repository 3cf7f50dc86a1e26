import type { Bill } from '@atoll/domain/bill/bill';
import { soldCards, toPay } from '@atoll/domain/bill/card/sold-card';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import { shownCode } from '@atoll/domain/wallet/code';
import { useEffect } from 'react';
import { joinedList } from '../locale/joined-list.ts';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useCardCodes } from '../printing/card/card-codes.ts';
import { Button } from '../ui/display/button.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Whole } from '../ui/display/whole.tsx';
import { holdSecondPress } from '../ui/hook/second-press.ts';
import css from './paid-panel.module.css';

interface PaidPanelProps {
  readonly bill: Bill;
  readonly change: number;
  readonly printing: boolean;
  readonly onPrint: () => void;
  readonly onNew: () => void;
  /** Names the check that is paid next; absent: a new bill. */
  readonly next?: string | undefined;
  /** Level of the heading: 2 beside another heading. */
  readonly level?: 1 | 2;
}

/**
 * Shows the result of a payment: the change in large type (without change what was received), the invoice number (or the device's number until it is
 * known), receipt and next bill.
 */
export function PaidPanel({ bill, change, printing, onPrint, onNew, next, level = 1 }: PaidPanelProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  // What leads to the next bill comes where Pay was.
  useEffect(holdSecondPress, []);
  const Heading = `h${level}` as const;
  const methods = new Set(bill.payments.map(({ method }) => method));
  // Until the server has answered, the bill has no payments yet.
  const isCash = methods.size === 0 || methods.has('Cash');
  // What goes on an account is not received, and nobody waits for change.
  const onAccount = methods.has('HouseAccount') && joinedList([...methods].map((each) => localize(methodLabel(each))));
  const device = bill.meta.find((each) => each.key === 'deviceNumber')?.value ?? '';
  return (
    <section className={css.paid} aria-label={t('checkout.title')}>
      <span className={css.tick} aria-hidden="true">
        <Icon name="check" size={40} />
      </span>
      <div role="status">
        <Heading>{t('checkout.paid')}</Heading>
        <p>
          <Whole>
            {bill.invoiceNumber
              ? t('checkout.invoice', { number: bill.invoiceNumber })
              : joinedList([device, t('checkout.invoiceFollows')])}
          </Whole>
        </p>
      </div>
      <div data-result>
        <p className={css.label}>{change > 0 ? t('checkout.change') : onAccount || t('checkout.received')}</p>
        <p className={css.amount}>
          {formatMoney(laari(change > 0 ? change : toPay(bill) + bill.roundingAmount + bill.tip))}
        </p>
        <CardCodes bill={bill} />
        {change <= 0 && isCash && <p className={css.label}>{t('checkout.noChange')}</p>}
      </div>
      <div className={css.paidActions} data-toasts-end>
        <Button size="l" icon="printer" busy={printing} onClick={() => (holdSecondPress(), onPrint())}>
          {t('checkout.printReceipt')}
        </Button>
        <Button look="main" size="l" onClick={onNew}>
          {next ?? t('checkout.newBill')}
        </Button>
      </div>
    </section>
  );
}

/** Shows what is left on the cards that paid, and the codes of sold cards whose slips are not printed. */
function CardCodes({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const codes = useCardCodes();
  return (
    <>
      {bill.payments.map(({ key, wallet }) =>
        wallet?.left !== undefined ? (
          <p key={key} className={css.label}>
            {t('wallet.leftOnCard', { card: wallet.last4, amount: formatMoney(laari(wallet.left)) })}
          </p>
        ) : null,
      )}
      {soldCards(bill).map(({ key }) =>
        codes[key] ? (
          <p key={key} className={css.label}>
            {t('wallet.codeOf', { code: shownCode(codes[key]) })}
          </p>
        ) : null,
      )}
    </>
  );
}
