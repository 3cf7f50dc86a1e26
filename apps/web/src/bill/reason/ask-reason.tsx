import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import parts from '../../record/record-parts.module.css';
import { Button } from '../../ui/display/button.tsx';
import { MultilineInput } from '../../ui/field/multiline-input.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

interface AskReasonProps {
  readonly title: string;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly busy: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
  /** Shown above the reason: the effect, or a refusal. */
  readonly children?: ReactNode;
}

/** Asks for a reason before an action that ends or erases something: reject, cancel, erase. */
export function AskReason({ title, action, busy, onConfirm, onClose, children }: AskReasonProps) {
  const { t } = useTranslation();
  const form = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  return (
    <Modal
      title={title}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={form} look="danger" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={parts.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const words = reason.trim();
          const label = t('stock.reason');
          if (words.length === 0) return setError(t('ui.required', { label }));
          if (words.length < 3) return setError(t('ui.minLength', { label, count: 3 }));
          return onConfirm(words);
        }}
      >
        {children}
        <MultilineInput
          label={t('stock.reason')}
          value={reason}
          error={error}
          required
          autoFocus
          onChange={(next) => {
            setReason(next);
            setError(undefined);
          }}
        />
      </form>
    </Modal>
  );
}
