import { useState } from 'react';
import { CallError, call } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useAskedPassword } from '../session/confirm-password.ts';
import { Button } from '../ui/display/button.tsx';
import { PasswordField } from '../ui/field/field.tsx';
import { Actions } from '../ui/overlay/actions.tsx';
import { DialogForm } from '../ui/overlay/dialog-form.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';

/** Asks for the own password before a sensitive change. Rendered once by the frame. */
export function PasswordDialog() {
  const onAnswered = useAskedPassword((state) => state.onAnswered);
  return onAnswered && <PasswordForm onAnswered={onAnswered} />;
}

function PasswordForm({ onAnswered }: { onAnswered: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    if (!password) return setError(t('session.passwordRequired'));
    setBusy(true);
    try {
      await call('auth.confirmPassword', { body: { currentPassword: password }, quiet: true });
      onAnswered(true);
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('profile.failed'));
      setBusy(false);
    }
  }
  return (
    <Modal title={t('session.confirmTitle')} onClose={() => onAnswered(false)} size="s">
      <DialogForm onSubmit={() => void confirm()}>
        <p>{t('session.confirmHint')}</p>
        <PasswordField
          label={t('session.password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Actions>
          <Button onClick={() => onAnswered(false)} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="main" busy={busy}>
            {t('session.confirm')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
