import { useId, useState } from 'react';
import { CallError, request } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Button } from '../../ui/display/button.tsx';
import css from './logo-field.module.css';
import { SettingRow } from './setting-row.tsx';

const maxBytes = 2 * 1024 * 1024;

interface LogoFieldProps {
  name: string;
  logo: string | null;
  error: string | undefined;
  onChange: (logo: string | null) => void;
}

/** Uploads the outlet's logo. The server checks and re-encodes it at once; it is used after the settings are saved. */
export function LogoField({ name, logo, error, onChange }: LogoFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();

  async function send(file: File | undefined) {
    if (!file) return;
    if (file.size > maxBytes) return setRefused(t('setting.logoTooLarge'));
    setBusy(true);
    setRefused(undefined);
    try {
      const { answer } = await request('POST', '/app/files', { body: { file }, multipart: true, inPlace: true });
      onChange((answer as { url: string }).url);
    } catch (caught) {
      setRefused(caught instanceof CallError ? caught.message : t('setting.noServer'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <SettingRow
      id={id}
      label={t('setting.outlet.logo.label')}
      hint={t('setting.outlet.logo.hint')}
      error={refused ?? error}
    >
      <div className={css.logo}>
        {logo ? (
          <img src={logo} alt={t('setting.outlet.logo.label')} width={64} height={64} />
        ) : (
          <Avatar name={name} size={64} />
        )}
        <label className={css.file} data-busy={busy || undefined}>
          {t('setting.chooseImage')}
          <input
            id={id}
            className="visually-hidden"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={busy}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              void send(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </label>
        {logo && (
          <Button look="plain" onClick={() => onChange(null)}>
            {t('setting.removeLogo')}
          </Button>
        )}
      </div>
    </SettingRow>
  );
}
