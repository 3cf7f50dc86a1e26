import { contract } from '@atoll/domain/contract/contract';
import { minPassphrase } from '@atoll/domain/contract/platform/backup';
import { useState } from 'react';
import { CallError, stream } from '../../../api/api.ts';
import { useLateRefusal } from '../../../form/late-refusal.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { saveFile } from '../../../storage/save-file.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { PasswordField } from '../../../ui/field/field.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';

/** Makes a backup, encrypts it with a passphrase, and saves it on this device. */
export function DownloadDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: () => void }) {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const tellLate = useLateRefusal(t('backup.download'));

  async function download() {
    if (passphrase.length < minPassphrase) return setError(t('backup.passphraseShort', { count: minPassphrase }));
    if (passphrase !== again) return setError(t('backup.passphraseDiffers'));
    setBusy(true);
    setError(undefined);
    try {
      const { method, path } = contract['backup.download'];
      const response = await stream(method, path, { body: { password, passphrase }, inPlace: true });
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      saveFile(name ?? 'atoll.atollbackup', await response.blob());
      showToast(t('backup.downloaded'), 'good');
      onMade();
      return onClose();
    } catch (caught) {
      tellLate(caught);
      setBusy(false);
      return setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    }
  }

  return (
    <Modal title={t('backup.download')} onClose={onClose}>
      <DialogForm onSubmit={() => void download()}>
        <Hint>{t('backup.downloadHint')}</Hint>
        <PasswordField
          label={t('backup.passphrase')}
          hint={t('backup.passphraseHint')}
          autoComplete="new-password"
          autoFocus
          maxLength={200}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <PasswordField
          label={t('backup.passphraseAgain')}
          autoComplete="new-password"
          maxLength={200}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <PasswordField
          label={t('backup.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="main" busy={busy} disabled={!password}>
            {t('backup.download')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
