import { formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useConnection } from '../api/connection.ts';
import { usePermissionEffect } from '../approval/permission-effect.ts';
import { ReasonPresets } from '../bill/reason/reason-presets.tsx';
import { type CashKind, moveCash } from '../bills/pay/cash.ts';
import { sentenceText } from '../locale/sentence.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { printCashSlip } from '../printing/drawer.ts';
import { uuidv7 } from '../session/id.ts';
import { breakpoints } from '../styles/breakpoints.ts';
import { notify, settingHere, useApp } from '../sync/app-store.ts';
import { Segmented } from '../ui/choice/segmented.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { TextField } from '../ui/field/field.tsx';
import { useIsNarrow, useMedia } from '../ui/hook/narrow.ts';
import { useIsShown } from '../ui/hook/use-is-shown.ts';
import { AmountField } from '../ui/number/amount-field.tsx';
import { ActionDialog } from '../ui/overlay/dialog-form.tsx';
import css from './cash-dialog.module.css';
import { approvalFor } from './refusal-approval.ts';

const names = { In: 'cash.in', Out: 'cash.out', Drop: 'floor.drop' } as const;
/** What the button says: a verb where the name of the movement is none. */
const actions = { ...names, Drop: 'floor.moveToSafe' } as const;
const hints = { In: 'cash.inHint', Out: 'cash.outHint', Drop: 'floor.dropHint' } as const;
const done = { In: 'cash.doneIn', Out: 'cash.doneOut', Drop: 'floor.doneDrop' } as const;

const permissionOf = (kind: CashKind) => (kind === 'In' ? 'cash.in' : 'cash.out');

interface CashDialogProps {
  kind: Exclude<CashKind, 'Drop'>;
  onClose: () => void;
  /** Called after it was recorded, here or at the server. */
  onDone?: () => void;
}

/** Returns the reasons to choose from: the outlet's own, or the defaults of the app. */
function useCashReasons(kind: CashKind): readonly string[] {
  const { t } = useTranslation();
  const own = settingHere(kind === 'In' ? 'CashInReasons' : 'CashOutReasons');
  if (own.length > 0) return own;
  return kind === 'In'
    ? [t('cash.reasonsIn.float'), t('cash.reasonsIn.deposit'), t('cash.reasonsIn.correction')]
    : [t('cash.reasonsOut.safe'), t('cash.reasonsOut.supplier'), t('cash.reasonsOut.expense')];
}

/** Returns the amount and reason of a cash movement as they are typed, what is wrong with them, and a function that records it. */
function useCashMovement(kind: CashKind, isAway: boolean, onRecorded: () => void) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<{ amount?: string; reason?: string; refused?: string }>({});
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();

  async function submit() {
    // Enter pressed twice records one movement.
    if (busy || isAway) return;
    const words = reason.trim();
    const missing = {
      ...(!amount && { amount: t('cash.amountNeeded') }),
      ...(words.length < 3 && { reason: t('ui.minLength', { label: t('cash.reason'), count: 3 }) }),
    };
    setProblem(missing);
    if (!amount || words.length < 3) return;
    setBusy(true);
    const move = { key: uuidv7(), kind, amount };
    const permission = permissionOf(kind);
    const subjectKey = useApp.getState().shift?.key ?? '';
    const refused = await moveCash(
      { ...move, reason: words },
      {
        approve: (refusal) =>
          approvalFor(refusal, { permission, subjectType: 'Shift', subjectKey, amount, reason: words }),
        showsRefusal: isShown,
      },
    );
    setBusy(false);
    // The person closed the approval: nothing was recorded, and there is nothing to tell.
    if (refused?.reason === 'approvalNeeded') return;
    if (refused) return setProblem({ refused: sentenceText(refused.message) });
    const amountText = formatMoney(laari(amount));
    notify({ kind: 'success', message: t(done[kind], { amount: amountText }) });
    void printCashSlip(move, { title: t(names[kind]), reasonLabel: t('cash.reason'), reason: words });
    onRecorded();
  }
  return { amount, setAmount, reason, setReason, problem, busy, submit };
}

/** Asks for a cash movement of the open shift (in, out, or drop into the safe) and its reason. Works without the server; prints a slip. */
export function CashDialog({ kind: wanted, onClose, onDone }: CashDialogProps) {
  const { t } = useTranslation();
  const [isDrop, setDrop] = useState(false);
  const kind = isDrop ? 'Drop' : wanted;
  // Somebody else can approve it only while the server is there.
  const needsApproval = usePermissionEffect(permissionOf(kind)) === 'approval';
  const isOnline = useConnection((state) => state.isOnline);
  const isAway = needsApproval && !isOnline;
  const { amount, setAmount, reason, setReason, problem, busy, submit } = useCashMovement(kind, isAway, () => {
    onDone?.();
    onClose();
  });
  const reasons = useCashReasons(kind);
  const isPhone = useIsNarrow();
  const isLow = useMedia(breakpoints.low) && !isPhone;
  return (
    <ActionDialog
      title={kind === 'In' ? t('cash.in') : t('cash.out')}
      onClose={onClose}
      size={isLow ? 'l' : 'm'}
      action={t(actions[kind])}
      busy={busy}
      disabled={isAway}
      onAction={() => void submit()}
    >
      {wanted === 'Out' && (
        <Segmented
          label={t('cash.title')}
          value={isDrop ? 'drop' : 'out'}
          items={[
            { value: 'out', label: t('cash.out') },
            { value: 'drop', label: t('floor.drop') },
          ]}
          onChange={(next) => {
            setDrop(next === 'drop');
            if (next === 'drop' && reason.trim() === '') setReason(t('cash.reasonsOut.safe'));
          }}
        />
      )}
      <p>{isAway ? t('bill.needsServer') : t(hints[kind])}</p>
      <div className={css.place}>
        <div className={css.fields}>
          <AmountField
            label={t('cash.amount')}
            prefix="MVR"
            pad
            autoFocus
            value={amount}
            error={problem.amount}
            onChange={setAmount}
          />
          <div className={css.part}>
            <ReasonPresets label={t('cash.reasonsTitle')} options={reasons} reason={reason} onChoose={setReason} />
            <TextField
              label={t('cash.reason')}
              maxLength={200}
              value={reason}
              error={problem.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {problem.refused && <Alert>{problem.refused}</Alert>}
          </div>
        </div>
      </div>
    </ActionDialog>
  );
}
