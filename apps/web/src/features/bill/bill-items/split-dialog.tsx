import type { Bill } from '@atoll/domain/bill/bill';
import { seatsOf } from '@atoll/domain/bill/seat';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnection } from '../../../api/connection.ts';
import { useApproved } from '../../../approval/use-approved.ts';
import { useBills } from '../../../bills/bills.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Preset, Presets } from '../../../ui/choice/presets.tsx';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogFields } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { checkoutPath } from '../slot/slot-path.ts';
import { choiceOf, type SplitMethod, sumsOf } from './split-choice.ts';
import css from './split-dialog.module.css';
import { SplitItems } from './split-items.tsx';
import { maxSeatChecks, SplitSeats } from './split-seats.tsx';

interface SplitDialogProps {
  readonly bill: Bill;
  readonly onClose: () => void;
}

/**
 * Splits the bill: by items or seats into checks of the same slot; in equal parts or by an amount as shares of one bill that are paid one after another, or as items.
 * Shows both totals before a split of items.
 */
export function SplitDialog({ bill, onClose }: SplitDialogProps) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const splitting = useSplit(bill, onClose);
  const { method, as, movedQty, checks, amount, choice, busy, error, tooMuch } = splitting;
  const sums = choice && sumsOf(bill, choice);
  const isDivided = method === 'equal' || method === 'amount';
  const isShared = as === 'shares' && isDivided;
  return (
    <Modal title={t('service.splitTitle')} onClose={onClose} size={method === 'lines' ? 'l' : 'm'}>
      <DialogFields>
        <MethodChoice method={method} hasSeats={splitting.seats.length > 1} onMethod={splitting.chooseMethod} />
        {method === 'lines' && (
          <>
            <Hint>{t('service.splitHint')}</Hint>
            <SplitItems bill={bill} movedQty={movedQty} onMovedQty={splitting.setMovedQty} />
          </>
        )}
        {method === 'seats' && (
          <SplitSeats seats={splitting.seats} checkOf={splitting.checkOf} onCheck={splitting.chooseCheck} sums={sums} />
        )}
        {isDivided && (
          <Segmented
            label={t('service.splitAs')}
            value={as}
            onChange={splitting.setAs}
            items={[
              { value: 'shares', label: t('service.asShares') },
              { value: 'items', label: t('service.asItems') },
            ]}
          />
        )}
        {method === 'equal' && <EqualChecks total={bill.total} checks={checks} onChecks={splitting.setChecks} />}
        {method === 'amount' && (
          <AmountField
            label={t(isShared ? 'service.firstAmount' : 'service.splitAmount')}
            prefix="MVR"
            size="l"
            pad
            autoFocus
            value={amount}
            onChange={splitting.writeAmount}
          />
        )}
        {sums && !isShared && method !== 'equal' && method !== 'seats' && (
          <SplitSums stays={sums[0] ?? 0} goes={sums[1] ?? 0} />
        )}
        {(tooMuch ?? error) && <Alert>{tooMuch ?? error}</Alert>}
        {isShared && <Hint>{t('service.sharesHint')}</Hint>}
        {!isShared && !isOnline && <Hint>{t('bill.needsServer')}</Hint>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          {isShared ? (
            <Button look="accent" disabled={!choice || tooMuch !== undefined} onClick={splitting.share}>
              {t('service.payInParts')}
            </Button>
          ) : (
            <Button
              look="accent"
              busy={busy}
              disabled={!isOnline || !choice || tooMuch !== undefined}
              onClick={() => void splitting.confirm()}
            >
              {t('service.split')}
            </Button>
          )}
        </Actions>
      </DialogFields>
    </Modal>
  );
}

interface MethodChoiceProps {
  readonly method: SplitMethod;
  readonly hasSeats: boolean;
  readonly onMethod: (method: SplitMethod) => void;
}

/** Chooses how to split; by seat where several seats have items. */
function MethodChoice({ method, hasSeats, onMethod }: MethodChoiceProps) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('service.splitHow')}
      look={hasSeats ? 'pills' : 'track'}
      value={method}
      onChange={onMethod}
      items={[
        { value: 'lines', label: t('service.byLines') },
        ...(hasSeats ? [{ value: 'seats' as const, label: t('seat.split') }] : []),
        { value: 'equal', label: t('service.equally') },
        { value: 'amount', label: t('service.byAmount') },
      ]}
    />
  );
}

/** Returns what is entered for a split, and the function that splits the bill. */
function useSplit(bill: Bill, onDone: () => void) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<SplitMethod>('lines');
  const [as, setAs] = useState<'shares' | 'items'>('shares');
  const navigate = useNavigate();
  const [movedQty, setMovedQty] = useState<Readonly<Record<string, number>>>({});
  const [checks, setChecks] = useState(2);
  const bySeats = useSeatChecks(bill);
  const [amount, setAmount] = useState<number | null>(null);
  const { run, busy, error, setError } = useApproved();
  const choice = choiceOf(method, { movedQty, checks, amount, groups: bySeats.groups });
  const isTooMuch = choice !== null && 'amount' in choice && choice.amount >= bill.total;
  const tooMuch = isTooMuch ? t('service.amountRange', { amount: formatMoney(laari(bill.total)) }) : undefined;

  const confirm = async () => {
    if (!choice) return setError(t('service.chooseLines'));
    const done = await run({ permission: 'bill.split', subjectType: 'Bill', subjectKey: bill.key }, (options) =>
      useBills.getState().split(bill.key, choice, options),
    );
    if (done) onDone();
    return undefined;
  };
  /** Leads to the checkout, where each person pays a part of the bill (R35.30). */
  const share = () => {
    if (!choice || 'items' in choice || 'seats' in choice) return;
    useBills.getState().setShares(bill.key, choice);
    onDone();
    void navigate({ href: checkoutPath(bill, bill), state: { isOver: true } });
  };
  const chooseMethod = (next: SplitMethod) => {
    setMethod(next);
    setError(undefined);
  };
  const writeAmount = (next: number | null) => {
    setAmount(next);
    setError(undefined);
  };
  return {
    method,
    chooseMethod,
    as,
    setAs,
    share,
    movedQty,
    setMovedQty,
    checks,
    setChecks,
    ...bySeats,
    amount,
    writeAmount,
    choice,
    confirm,
    busy,
    error,
    tooMuch,
  };
}

/** Returns the check that is chosen for each seat, at first one of its own, and the seats of each check. */
function useSeatChecks(bill: Bill) {
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const seats = seatsOf(bill);
  const checkOf = (seat: number): number => chosen[seat] ?? Math.min(seats.indexOf(seat) + 1, maxSeatChecks);
  const byCheck = Map.groupBy(seats, checkOf);
  const groups = [...byCheck].toSorted(([a], [b]) => a - b).map(([, group]) => group);
  const chooseCheck = (seat: number, check: number) => setChosen((was) => ({ ...was, [seat]: check }));
  return { seats, checkOf, groups, chooseCheck };
}

interface EqualChecksProps {
  /** Total of the bill, laari. */
  readonly total: number;
  readonly checks: number;
  readonly onChecks: (checks: number) => void;
}

/** Asks for the number of checks and shows the share of each. */
function EqualChecks({ total, checks, onChecks }: EqualChecksProps) {
  const { t } = useTranslation();
  const share = formatMoney(laari(Math.round(total / checks)));
  return (
    <div className={css.equal}>
      <Presets label={t('service.howMany')}>
        {[2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
          <Preset key={n} isChosen={checks === n} onChoose={() => onChecks(n)}>
            {n}
          </Preset>
        ))}
      </Presets>
      <Hint>{t('service.each', { amount: share })}</Hint>
    </div>
  );
}

/** Shows the totals of both checks after the split, in laari. */
function SplitSums({ stays, goes }: { stays: number; goes: number }) {
  const { t } = useTranslation();
  return (
    <dl className={css.sums}>
      <div>
        <dt>{t('service.stays')}</dt>
        <dd>{formatMoney(laari(stays))}</dd>
      </div>
      <div>
        <dt>{t('service.newCheck')}</dt>
        <dd>{formatMoney(laari(goes))}</dd>
      </div>
    </dl>
  );
}
