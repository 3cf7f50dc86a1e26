import { useId, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import { VoidQuantity } from '../void-quantity.tsx';
import css from './reason-dialog.module.css';
import { ReasonPresets } from './reason-presets.tsx';

interface ReasonDialogProps {
  /** 'Void Bill', 'Void item'. */
  readonly title: string;
  /** What is voided, in words. */
  readonly about?: string | undefined;
  readonly presets: readonly string[];
  /** The outlet does not require a reason. */
  readonly isOptional?: boolean;
  /** An approval follows, so that a preset reason needs no other tap. */
  readonly isApprovedNext?: boolean;
  /** How many can be voided: more than 1 when a part of them can. */
  readonly most?: number;
  /** Voids `qty` of them; resolves with the message of a refusal, or undefined when done. */
  readonly onVoid: (reason: string, qty: number) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Asks for the reason of a void. Escape and a click outside do not close it: only 'Void' or 'Cancel' do (R2.13). */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, about, presets, isOptional = false, isApprovedNext = false, most = 1, onVoid, onClose } = props;
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [qty, setQty] = useState(most);
  const [busy, setBusy] = useState(false);
  const errorId = useId();
  const submit = async (because = reason) => {
    const words = because.trim();
    if (words.length === 0 && !isOptional) return setError(t('ui.required', { label: t('bill.reason') }));
    if (words.length > 0 && words.length < 3) return setError(t('ui.minLength', { label: t('bill.reason'), count: 3 }));
    setBusy(true);
    setError(await onVoid(words, qty));
    setBusy(false);
  };
  const choose = (preset: string) => {
    setReason(preset);
    if (isApprovedNext && !busy) void submit(preset);
  };
  return (
    <Modal title={title} onClose={onClose} closable={false} closesOnBack>
      <DialogForm onSubmit={() => void submit()}>
        {about && <p className={css.about}>{about}</p>}
        {most > 1 && <VoidQuantity value={qty} max={most} disabled={busy} onChange={setQty} />}
        {presets.length > 0 && <ReasonPresets options={presets} reason={reason} onChoose={choose} />}
        <label className={css.field}>
          {t('bill.reason')}
          <textarea
            className={css.input}
            rows={2}
            maxLength={200}
            value={reason}
            aria-invalid={error !== undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setError(undefined);
            }}
          />
        </label>
        {error && <Alert id={errorId}>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="danger" disabled={busy}>
            {t('bill.void')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
