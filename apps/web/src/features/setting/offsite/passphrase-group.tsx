import { useState } from 'react';
import { dayAndTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { ButtonRow } from '../button-row.tsx';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import type { Offsite } from './offsite.ts';
import { ConfirmDialog, PassphraseDialog } from './passphrase-dialog.tsx';
import { RecoverySheet } from './recovery-sheet.tsx';

interface PassphraseGroupProps {
  readonly state: Offsite;
  readonly onSaved: (state: Offsite) => void;
}

/** Says when the recovery passphrase was typed right; sets another one, and asks for it. */
export function PassphraseGroup({ state, onSaved }: PassphraseGroupProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const [open, setOpen] = useState<'set' | 'confirm' | 'sheet'>();
  const { passphrase, target } = state;
  const hint = !passphrase
    ? t('offsite.passphraseNone')
    : passphrase.confirmedAt
      ? t('offsite.confirmedAt', { at: dayAndTime(passphrase.confirmedAt, timezone) })
      : undefined;
  return (
    <SettingGroup title={t('offsite.passphrase')}>
      <SettingRow
        label={passphrase ? t('offsite.passphraseOf', { id: passphrase.id }) : t('offsite.passphrase')}
        hint={hint ?? ''}
        error={passphrase && !passphrase.confirmedAt ? t('offsite.unconfirmed') : undefined}
      >
        <ButtonRow>
          {passphrase && (
            <Button look={passphrase.confirmedAt ? 'soft' : 'accent'} onClick={() => setOpen('confirm')}>
              {t('offsite.confirm')}
            </Button>
          )}
          <Button look={passphrase ? 'soft' : 'accent'} onClick={() => setOpen('set')}>
            {passphrase ? t('offsite.change') : t('offsite.set')}
          </Button>
          {passphrase && target && (
            <Button icon="printer" onClick={() => setOpen('sheet')}>
              {t('offsite.sheet')}
            </Button>
          )}
        </ButtonRow>
      </SettingRow>
      {open === 'set' && (
        <PassphraseDialog
          onClose={() => setOpen(undefined)}
          onSet={(next) => {
            onSaved(next);
            setOpen('confirm');
          }}
        />
      )}
      {open === 'sheet' && <RecoverySheet state={state} onClose={() => setOpen(undefined)} />}
      {open === 'confirm' && <ConfirmDialog onClose={() => setOpen(undefined)} onConfirmed={onSaved} />}
    </SettingGroup>
  );
}
