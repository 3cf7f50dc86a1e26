import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../../../api/api.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { ButtonRow } from '../button-row.tsx';
import { SettingGroup } from '../setting-row.tsx';
import css from './offsite.module.css';
import type { Offsite } from './offsite.ts';

interface TargetFormProps {
  readonly state: Offsite;
  readonly onSaved: (state: Offsite) => void;
}

/** Chooses the folder for the copies and the hour of the daily one. The server tests the folder with a file before it is kept. */
export function TargetForm({ state, onSaved }: TargetFormProps) {
  const { t } = useTranslation();
  const [path, setPath] = useState(state.target?.path ?? '');
  const [hour, setHour] = useState(state.hour);
  const [busy, setBusy] = useState<'test' | 'end'>();
  const [error, setError] = useState<string>();

  async function save(target: Offsite['target']) {
    setBusy(target ? 'test' : 'end');
    setError(undefined);
    try {
      onSaved(await call('offsite.target', { body: { target, hour }, inPlace: true }));
      showToast(target ? t('offsite.tested') : t('offsite.ended'), 'good');
    } catch (caught) {
      const told = caught instanceof CallError ? [caught.message, caught.body?.details] : [t('setting.noServer')];
      setError(told.filter(Boolean).join('. '));
    } finally {
      setBusy(undefined);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({ kind: 'Folder', path: path.trim() });
  };
  return (
    <SettingGroup title={t('offsite.target')}>
      <form className={css.form} onSubmit={submit}>
        <TextField
          label={t('offsite.folder')}
          hint={t('offsite.folderHint', { example: '/mnt/copies' })}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <TextField
          type="time"
          required
          label={t('offsite.hour')}
          hint={t('offsite.hourHint')}
          value={hour}
          onChange={(event) => setHour(event.currentTarget.value)}
        />
        {state.isSameDisk && !error && <Alert>{t('offsite.sameDisk')}</Alert>}
        {error && <Alert>{error}</Alert>}
        <ButtonRow>
          <Button type="submit" look="accent" busy={busy === 'test'} disabled={!path.trim() || busy === 'end'}>
            {t('offsite.testTarget')}
          </Button>
          {state.target && (
            <Button busy={busy === 'end'} disabled={busy === 'test'} onClick={() => void save(null)}>
              {t('offsite.end')}
            </Button>
          )}
        </ButtonRow>
      </form>
    </SettingGroup>
  );
}
