import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { splitBill } from '@atoll/domain/bill/split/split';
import { equalParts, partsOfAmount } from '@atoll/domain/bill/split/split-parts';
import { inState } from '@atoll/domain/bill/states';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../api/connection.ts';
import { approved } from '../../../approval/approved.ts';
import css from '../../../bill/dialogs.module.css';
import { useBills } from '../../../bills/bills.ts';
import type { SplitChoice } from '../../../bills/floor.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import split from './split-dialog.module.css';
import { SplitLines } from './split-lines.tsx';

type SplitMethod = 'lines' | 'equal' | 'amount';

/**
 * Splits the bill into checks of the same slot: by items, in equal parts, or by an amount. Shows both totals before the
 * split.
 */
export function SplitDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const [method, setMethod] = useState<SplitMethod>('lines');
  const [movedQty, setMovedQty] = useState<Readonly<Record<string, number>>>({});
  const [checks, setChecks] = useState(2);
  const [amount, setAmount] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const choice = choiceOf(method, { movedQty: movedQty, checks, amount });
  const sums = choice && sumsOf(bill, choice);

  const confirmSplit = async () => {
    if (!choice) return setError(method === 'lines' ? t('service.chooseLines') : amountRange());
    setBusy(true);
    const done = await approved({ permission: 'bill.split', subjectType: 'Bill', subjectKey: bill.key }, (options) =>
      useBills.getState().split(bill.key, choice, options),
    );
    setBusy(false);
    if (done?.ok) onClose();
    else if (done) setError(sentenceText(done.refusal.message));
  };
  const amountRange = () => t('service.amountRange', { amount: formatMoney(laari(bill.total)) });
  const share = formatMoney(laari(Math.round(bill.total / checks)));

  return (
    <Modal title={t('service.splitTitle')} onClose={onClose} size={method === 'lines' ? 'l' : 'm'}>
      <div className={css.form}>
        <Segmented
          label={t('service.splitHow')}
          value={method}
          onChange={(next) => {
            setMethod(next);
            setError(undefined);
          }}
          items={[
            { value: 'lines', label: t('service.byLines') },
            { value: 'equal', label: t('service.equally') },
            { value: 'amount', label: t('service.byAmount') },
          ]}
        />
        {method === 'lines' && <SplitLines items={liveItems(bill)} movedQty={movedQty} onMovedQty={setMovedQty} />}
        {method === 'equal' && (
          <div className={split.equal}>
            <div className={css.presets} role="group" aria-label={t('service.howMany')}>
              {[2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
                <button
                  key={n}
                  type="button"
                  className={css.preset}
                  aria-pressed={checks === n}
                  onClick={() => setChecks(n)}
                >
                  {n}
                </button>
              ))}
            </div>
            <p className={css.hint}>{t('service.each', { amount: share })}</p>
          </div>
        )}
        {method === 'amount' && (
          <AmountField
            label={t('service.splitAmount')}
            prefix="MVR"
            size="l"
            pad
            autoFocus
            value={amount}
            onChange={(next) => {
              setAmount(next);
              setError(undefined);
            }}
          />
        )}
        {sums && method !== 'equal' && (
          <dl className={split.sums}>
            <div>
              <dt>{t('service.stays')}</dt>
              <dd>{formatMoney(laari(sums[0] ?? 0))}</dd>
            </div>
            <div>
              <dt>{t('service.newCheck')}</dt>
              <dd>{formatMoney(laari(sums[1] ?? 0))}</dd>
            </div>
          </dl>
        )}
        {error && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
        {!isOnline && <p className={css.hint}>{t('bill.needsServer')}</p>}
        <div className={css.actions}>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button look="accent" busy={busy} disabled={!isOnline || !choice} onClick={() => void confirmSplit()}>
            {t('service.split')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function choiceOf(
  method: SplitMethod,
  chosen: {
    readonly movedQty: Readonly<Record<string, number>>;
    readonly checks: number;
    readonly amount: number | null;
  },
): SplitChoice | null {
  if (method === 'equal') return { parts: chosen.checks };
  if (method === 'amount') return chosen.amount ? { amount: chosen.amount } : null;
  const items = Object.entries(chosen.movedQty).flatMap(([key, qty]) => (qty > 0 ? [{ key, qty }] : []));
  return items.length > 0 ? { items } : null;
}

/** Returns the totals that the bill and the new check would have, or null. */
function sumsOf(bill: Bill, choice: SplitChoice): readonly number[] | null {
  if ('parts' in choice) {
    const equal = equalParts(bill, choice.parts);
    return equal.ok ? [bill.total] : null;
  }
  const parts = 'items' in choice ? choice.items : partsOfAmount(bill, choice.amount);
  if ('ok' in parts && !parts.ok) return null;
  const { type, slot, createdAt, serviceChargePct, gstPct, gstMode, gstOnServiceCharge } = bill;
  const terms = { serviceChargePct, gstPct, gstMode, gstOnServiceCharge };
  const check = inState(emptyBill({ key: 'check', type, slot, terms, now: createdAt, user: null }), 'CheckedIn');
  const made = splitBill(bill, [{ bill: check, parts: 'ok' in parts ? parts.value : parts }], {
    now: createdAt,
    userId: null,
    newKey: (key, part) => `${key} ${part}`,
  });
  return made.ok ? [made.value.from.total, ...made.value.targets.map((one) => one.total)] : null;
}
