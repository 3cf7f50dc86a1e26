import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { useState } from 'react';
import { CallError, call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { PasswordField } from '../../ui/field/field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import { showToast } from '../../ui/overlay/toast.ts';

/** Switches off the second factor of a person who lost their phone (R36.7). */
export function LostPhone({ record }: { record: ResourceRecord }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  // Only these have one.
  if (record['role'] !== 'Admin' && record['role'] !== 'Manager') return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('factor.lostPhone')}</Button>
      {isAsking && <LostPhoneDialog record={record} onClose={() => setAsking(false)} />}
    </>
  );
}

function LostPhoneDialog({ record, onClose }: { record: ResourceRecord; onClose: () => void }) {
  const { t } = useTranslation();
  const name = String(record['name']);
  const [currentPassword, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function end(): Promise<void> {
    if (!currentPassword) return setError(t('session.passwordRequired'));
    setBusy(true);
    try {
      await call('auth.endSecondFactor', { body: { currentPassword, userId: record.id }, inPlace: true });
      showToast(t('factor.lostPhoneDone', { name }), 'good');
      onClose();
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('profile.failed'));
      setBusy(false);
    }
  }
  return (
    <Modal title={t('factor.lostPhone')} onClose={onClose} size="s">
      <DialogForm onSubmit={() => void end()}>
        <p>{t('factor.lostPhoneHint', { name })}</p>
        <PasswordField
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          autoFocus
          value={currentPassword}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="main" busy={busy}>
            {t('factor.switchOff')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
