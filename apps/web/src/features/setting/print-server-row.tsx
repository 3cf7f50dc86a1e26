import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import {
  defaultPrintOrigin,
  devicePrintOrigin,
  readPrintOrigin,
  setPrintOrigin,
} from '../../printing/print-address.ts';
import { findPrintServer } from '../../printing/print-server.ts';
import { Button } from '../../ui/display/button.tsx';
import css from './print-server-row.module.css';
import { SettingResult } from './setting-note.tsx';
import { SettingRow } from './setting-row.tsx';

interface TestResult {
  readonly text: string;
  readonly isBad: boolean;
}

/**
 * Edits the address of this device's print server and shows whether one responds there. It applies when the field is
 * left or tested (R35.13).
 */
export function PrintServerRow() {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(devicePrintOrigin);
  const [result, setResult] = useState<TestResult>();
  const [busy, setBusy] = useState(false);

  /** Stores the typed address. Returns it, or null when it is not valid. */
  function keep(): string | null {
    const origin = text.trim() === '' ? '' : readPrintOrigin(text);
    if (origin === null) {
      setResult({ text: t('setting.device.printServer.wrong'), isBad: true });
      return null;
    }
    setPrintOrigin(origin);
    setText(origin);
    return origin || defaultPrintOrigin();
  }

  async function test(event: SyntheticEvent) {
    event.preventDefault();
    const origin = keep();
    if (origin === null) return;
    setBusy(true);
    setResult(undefined);
    const status = await findPrintServer(origin).catch(() => null);
    setBusy(false);
    if (!status) setResult({ text: t('setting.device.printServer.none', { origin }), isBad: true });
    else if (!status.paired) setResult({ text: t('setting.device.printServer.notPaired'), isBad: true });
    else setResult({ text: t('setting.device.printServer.found', { origin, version: status.version }), isBad: false });
  }

  return (
    <SettingRow id={id} label={t('setting.device.printServer.label')} hint={t('setting.device.printServer.hint')}>
      <form className={css.address} onSubmit={(event) => void test(event)} noValidate>
        <input
          id={id}
          aria-describedby={`${id}-hint`}
          aria-invalid={result?.isBad || undefined}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={defaultPrintOrigin()}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setResult(undefined);
          }}
          onBlur={keep}
        />
        <Button type="submit" busy={busy}>
          {t('setting.device.printServer.test')}
        </Button>
        {result && <SettingResult isBad={result.isBad}>{result.text}</SettingResult>}
      </form>
    </SettingRow>
  );
}
