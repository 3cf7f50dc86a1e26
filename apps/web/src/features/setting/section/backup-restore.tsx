import { restoreWord } from '@atoll/domain/contract/platform/backup';
import { useState } from 'react';
import { CallError } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { PasswordField, TextField } from '../../../ui/field/field.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { type RestoreSource, restoreFrom } from './restore-steps.ts';

interface RestoreDialogProps {
  readonly source: RestoreSource;
  /** The backup in words. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Replaces everything on the server by a backup: asks for its passphrase, the password, and a typed confirmation. */
export function RestoreDialog({ source, name, onClose }: RestoreDialogProps) {
  const { t } = useTranslation();
  const logout = useSession((state) => state.logout);
  const [passphrase, setPassphrase] = useState('');
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [step, setStep] = useState<string>();
  const [isLate, setLate] = useState(false);
  const [error, setError] = useState<string>();

  async function restore() {
    setError(undefined);
    // Enter pressed twice restores once: the first step is told by the server's answer.
    setStep(t('backup.steps.check', { percent: 0 }));
    try {
      await restoreFrom(source, { passphrase, password }, (now) => {
        setStep(t(`backup.steps.${now.name}`, { percent: now.percent }));
        setLate(now.name === 'late');
      });
      await logout(t('backup.restored'));
    } catch (caught) {
      setStep(undefined);
      setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    }
  }

  return (
    <Modal title={t('backup.restore')} onClose={onClose} closable={step === undefined || isLate}>
      <DialogForm onSubmit={() => void restore()}>
        <Alert>{t('backup.restoreWarning', { name })}</Alert>
        <Hint>{t('backup.restoreHint')}</Hint>
        {'upload' in source && (
          <PasswordField
            label={t('backup.passphrase')}
            autoComplete="off"
            autoFocus
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
        )}
        <PasswordField
          label={t('backup.password')}
          autoComplete="current-password"
          autoFocus={!('upload' in source)}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <TextField
          label={t('backup.confirm', { word: restoreWord })}
          autoComplete="off"
          value={confirm}
          onChange={(event) => setConfirm(event.currentTarget.value)}
        />
        {step && <Hint role="status">{step}</Hint>}
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={step !== undefined && !isLate}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            look="danger"
            busy={step !== undefined}
            disabled={!password || confirm.trim() !== restoreWord}
          >
            {t('backup.restore')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
