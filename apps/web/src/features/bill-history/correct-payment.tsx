import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import type { Payment } from '@atoll/domain/payment/payment';
import { presetReasons } from '../../bill/reason/preset-reasons.ts';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { CurrencyChoice } from '../../cash/currency-choice.tsx';
import { MethodChoice } from '../../cash/method-choice.tsx';
import { foreignCurrencies, offeredMethods, paysByCard } from '../../cash/offered.ts';
import { useCredit } from '../../cash/use-credit.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Hint } from '../../ui/display/hint.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import { paymentName } from './payment-name.ts';
import { type Correction, useCorrection } from './use-correction.ts';

interface CorrectPaymentDialogProps {
  readonly bill: Bill;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Corrects the payment method of a paid bill: asks which payment, how it was really paid, and why (R35.36). */
export function CorrectPaymentDialog({ bill, onDone, onClose }: CorrectPaymentDialogProps) {
  const { t } = useTranslation();
  const correction = useCorrection(bill, onDone);
  const { of, due, payments, entered, choosePayment, write, send, fault, busy, error } = correction;
  return (
    <Modal title={t('service.correct')} onClose={onClose}>
      <ReasonForm
        presets={presetReasons('payment.correct')}
        reason={entered.reason}
        onReason={(reason) => write({ reason })}
        fault={fault}
        error={error}
        isBusy={busy}
        submit={t('service.correct')}
        look="main"
        onSubmit={send}
        onClose={onClose}
      >
        {payments.length > 1 && (
          <SelectField
            label={t('correct.of')}
            value={of.key}
            options={payments.map((each) => ({
              value: each.key,
              label: `${paymentName(each)} · ${formatAmount(laari(each.amount))}`,
            }))}
            onChange={(event) => choosePayment(event.currentTarget.value)}
          />
        )}
        <Hint>
          {t(due === of.amount ? 'correct.hint' : 'correct.hintRounded', { amount: formatMoney(laari(due)) })}
        </Hint>
        <PaidBy bill={bill} correction={correction} />
      </ReasonForm>
    </Modal>
  );
}

/** Asks how the payment was really made: method, currency of cash, reference of the others. */
function PaidBy({ bill, correction }: { readonly bill: Bill; readonly correction: Correction }) {
  const { t } = useTranslation();
  const { of, entered, write } = correction;
  const { method, currency, units, reference } = entered;
  const methods = offeredMethods(useCredit(bill.customerId)).filter(
    (each) => !each.isPlace && !paysByCard(each.method) && isOther(of, each.method),
  );
  return (
    <>
      <MethodChoice
        methods={methods}
        method={method}
        onMethod={(next) => write({ method: next, currency: undefined, units: null, reference: '' })}
      />
      {method === 'Cash' && (
        <CurrencyChoice current={currency} onChange={(next) => write({ currency: next, units: null })} />
      )}
      {method === 'Cash' && currency && (
        <AmountField
          label={t('correct.units', { currency: currency.code })}
          prefix={currency.code}
          value={units}
          onChange={(next) => write({ units: next })}
        />
      )}
      {method !== null && method !== 'Cash' && (
        <TextField
          label={t('checkout.reference')}
          maxLength={60}
          value={reference}
          onChange={(event) => write({ reference: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** Returns whether a payment can be corrected to this method: to cash again only for another currency. */
const isOther = (of: Payment, method: Payment['method']): boolean =>
  method !== of.method || (method === 'Cash' && (of.currency !== undefined || foreignCurrencies().length > 0));
