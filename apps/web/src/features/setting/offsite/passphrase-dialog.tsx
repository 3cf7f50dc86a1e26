import { minRecoveryPassphrase, offerBytes, offerPassphrase, plainPassphrase } from '@atoll/domain/offsite/passphrase';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { PasswordField } from '../../../ui/field/field.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import css from './offsite.module.css';
import type { Offsite } from './offsite.ts';

const offer = (): string => offerPassphrase(crypto.getRandomValues(new Uint8Array(offerBytes)));

interface SetProps {
  readonly onClose: () => void;
  readonly onSet: (state: Offsite) => void;
}

/** Offers six words as passphrase, or takes another one. */
export function PassphraseDialog({ onClose, onSet }: SetProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState(offer);
  const [own, setOwn] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save() {
    const passphrase = plainPassphrase(own ?? words);
    if (passphrase.length < minRecoveryPassphrase)
      return setError(t('backup.passphraseShort', { count: minRecoveryPassphrase }));
    setBusy(true);
    setError(undefined);
    try {
      return onSet(await call('offsite.passphrase', { body: { passphrase }, inPlace: true }));
    } catch (caught) {
      setBusy(false);
      return setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    }
  }

  return (
    <Modal title={t('offsite.passphrase')} onClose={onClose}>
      <DialogForm onSubmit={() => void save()}>
        <Hint>{t('offsite.setHint')}</Hint>
        {own === undefined ? (
          <>
            <p className={css.words} dir="ltr">
              {words}
            </p>
            <Actions>
              <Button onClick={() => setOwn('')}>{t('offsite.ownWords')}</Button>
              <Button onClick={() => setWords(offer())}>{t('offsite.otherWords')}</Button>
            </Actions>
          </>
        ) : (
          <PasswordField
            label={t('offsite.passphrase')}
            hint={t('offsite.ownHint', { count: minRecoveryPassphrase })}
            autoComplete="new-password"
            autoFocus
            maxLength={200}
            value={own}
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
        )}
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="main" busy={busy}>
            {own === undefined ? t('offsite.wrote') : t('offsite.use')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}

interface ConfirmProps {
  readonly onClose: () => void;
  readonly onConfirmed: (state: Offsite) => void;
}

/** Asks for the passphrase, so that nobody finds out in a disaster that it is lost. */
export function ConfirmDialog({ onClose, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setBusy(true);
    setError(undefined);
    try {
      onConfirmed(await call('offsite.confirm', { body: { passphrase: typed }, inPlace: true }));
      showToast(t('offsite.confirmed'), 'good');
      return onClose();
    } catch (caught) {
      setBusy(false);
      return setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    }
  }

  return (
    <Modal title={t('offsite.confirm')} onClose={onClose}>
      <DialogForm onSubmit={() => void confirm()}>
        <Hint>{t('offsite.confirmHint')}</Hint>
        <PasswordField
          label={t('offsite.passphrase')}
          autoComplete="off"
          autoFocus
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('offsite.later')}
          </Button>
          <Button type="submit" look="main" busy={busy} disabled={!typed.trim()}>
            {t('offsite.confirm')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
