import { useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { discoverPrinters, type FoundPrinters, PrintFault } from '../../../printing/print-server.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SettingError, SettingHint } from '../setting-note.tsx';
import { TagList } from '../tag-list.tsx';
import css from './discover-printers.module.css';
import type { PrinterForm } from './printer-form.ts';

/** Looks for printers at this till, and on its network on request. */
export function DiscoverPrinters({ onFound }: { onFound: (found: Partial<PrinterForm>) => void }) {
  const { t } = useTranslation();
  const [found, setFound] = useState<FoundPrinters>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function look() {
    setBusy(true);
    setError(undefined);
    try {
      setFound(await discoverPrinters(true));
    } catch (caught) {
      setError((caught instanceof PrintFault && caught.message) || t('printJob.gone'));
    } finally {
      setBusy(false);
    }
  }
  const choices: readonly (readonly [string, Partial<PrinterForm>])[] = [
    ...(found?.hosts ?? []).map((host) => [host, { kind: 'tcp', host, port: '9100' }] as const),
    ...(found?.queues ?? []).map((queue) => [queue, { kind: 'queue', queue }] as const),
    ...(found?.devices ?? []).map((path) => [path, { kind: 'file', path }] as const),
  ];
  return (
    <div className={css.found}>
      <Button icon="search" busy={busy} onClick={() => void look()}>
        {t('setting.printers.discover')}
      </Button>
      {error && <SettingError>{error}</SettingError>}
      {found && choices.length === 0 && (
        <div role="status">
          <SettingHint>{t('setting.printers.nothingFound')}</SettingHint>
        </div>
      )}
      {choices.length > 0 && (
        <TagList label={t('setting.printers.found')}>
          {choices.map(([name, choice]) => (
            <li key={name}>
              <button type="button" onClick={() => onFound(choice)}>
                {name}
              </button>
            </li>
          ))}
        </TagList>
      )}
    </div>
  );
}
