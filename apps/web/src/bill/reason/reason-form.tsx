import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { ReasonPresets } from './reason-presets.tsx';

interface ReasonFormProps {
  /** What else is asked, above the reason. */
  readonly children: ReactNode;
  readonly presets: readonly string[];
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  /** The verb of the button, and how it looks. */
  readonly submit: string;
  readonly look: 'main' | 'danger';
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
}

/** Renders the form of a dialog that takes money back: what is asked, the reason, why it was refused, and its two buttons. */
export function ReasonForm(props: ReasonFormProps) {
  const { children, presets, reason, onReason, error, isBusy, submit, look, onSubmit, onClose } = props;
  const { t } = useTranslation();
  return (
    <DialogForm onSubmit={() => void onSubmit()}>
      {children}
      <ReasonPresets label={t('cash.reasonsTitle')} options={presets} reason={reason} onChoose={onReason} />
      <TextField
        label={t('service.reason')}
        maxLength={200}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      {error && <Alert>{error}</Alert>}
      <Actions>
        <Button onClick={onClose} disabled={isBusy}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" look={look} busy={isBusy}>
          {submit}
        </Button>
      </Actions>
    </DialogForm>
  );
}
