import { useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { printOrigin } from '../../../printing/print-address.ts';
import { askForCode, confirmCode, PrintFault } from '../../../printing/print-server.ts';
import { Button } from '../../../ui/display/button.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { ButtonRow } from '../button-row.tsx';
import { SettingError, SettingHint } from '../setting-note.tsx';
import css from './pair-till.module.css';

/** Pairs this app with the till's print server, which shows a code on its own page to be typed here. */
export function PairTill({ onPaired }: { onPaired: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (caught) {
      setError((caught instanceof PrintFault && caught.message) || t('printJob.gone'));
    } finally {
      setBusy(false);
    }
  }
  const ask = () =>
    run(async () => {
      await askForCode();
      setAsked(true);
    });
  const confirm = () =>
    run(async () => {
      await confirmCode(code);
      onPaired();
    });

  return (
    <form
      className={css.pairing}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <b>{t('setting.pair.title')}</b>
      <SettingHint>{t('setting.pair.hint')}</SettingHint>
      {asked && (
        <>
          <p>
            {t('setting.pair.look')}{' '}
            <a href={printOrigin()} target="_blank" rel="noreferrer">
              {printOrigin()}
            </a>
          </p>
          <TextField
            label={t('setting.pair.code')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </>
      )}
      {error && <SettingError>{error}</SettingError>}
      <ButtonRow>
        {asked && (
          <Button type="submit" look="accent" busy={busy} disabled={code.trim().length < 6}>
            {t('setting.pair.confirm')}
          </Button>
        )}
        <Button busy={busy && !asked} onClick={() => void ask()}>
          {asked ? t('setting.pair.again') : t('setting.pair.ask')}
        </Button>
      </ButtonRow>
    </form>
  );
}
