import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
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
  /** What is wrong with the other entries, shown once they were sent. */
  readonly fault?: string | undefined;
  /** Why the server refused. */
  readonly error: string | undefined;
  readonly isBusy: boolean;
  /** The verb of the button, and how it looks. */
  readonly submit: string;
  readonly look: 'main' | 'danger';
  /** Called with the trimmed reason, when nothing is wrong. */
  readonly onSubmit: (reason: string) => unknown;
  readonly onClose: () => void;
  /** The button that does nothing, where 'Cancel' would name two things. */
  readonly close?: string;
}

/** Renders the form of a dialog that takes money back: what is asked, the reason, why it was refused, and its two buttons. */
export function ReasonForm(props: ReasonFormProps) {
  const { children, presets, reason, onReason, fault, error, isBusy, submit, look, onSubmit, onClose, close } = props;
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const given = reason.trim();
  const reasonFault = given.length < 3 ? t('service.reasonNeeded') : undefined;
  const send = () => {
    setSent(true);
    if (!fault && !reasonFault) void onSubmit(given);
  };
  const wrong = (isSent ? fault : undefined) ?? error;
  return (
    <DialogForm onSubmit={send}>
      {children}
      <ReasonPresets label={t('cash.reasonsTitle')} options={presets} reason={reason} onChoose={onReason} />
      <TextField
        label={t('service.reason')}
        maxLength={200}
        value={reason}
        error={isSent && !fault ? reasonFault : undefined}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      {wrong && <Alert>{wrong}</Alert>}
      <Actions>
        <Button onClick={onClose} disabled={isBusy}>
          {close ?? t('ui.cancel')}
        </Button>
        <Button type="submit" look={look} busy={isBusy}>
          {submit}
        </Button>
      </Actions>
    </DialogForm>
  );
}
