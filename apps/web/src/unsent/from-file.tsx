import { useState } from 'react';
import { FileLabel } from '../form/file-label.tsx';
import { useTranslation } from '../locale/use-translation.ts';
import { type FromFile, takeFile } from '../outbox/from-file.ts';
import { NotKept } from '../outbox/outbox.ts';
import css from './from-file.module.css';

/** 'Send work from a file': adds the unsent work that another till, or this one at another address, saved (R31.18). */
export function WorkFromFile() {
  const { t } = useTranslation();
  const [result, setResult] = useState<FromFile | NotKept | null>(null);
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setResult(null);
    setResult(await takeFile(file).catch((error: unknown) => new NotKept(error)));
  }
  const isRefused = result !== null && !('added' in result);
  return (
    <div className={css.part}>
      <FileLabel label={t('outbox.fromFile.choose')}>
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </FileLabel>
      <p>{t('outbox.fromFile.hint')}</p>
      {result && (
        <p role={isRefused ? 'alert' : 'status'} className={isRefused ? css.refused : css.done}>
          {textOf(result)}
        </p>
      )}
    </div>
  );

  function textOf(found: FromFile | NotKept): string {
    if (found instanceof NotKept) return found.message;
    if ('problem' in found) return t(`outbox.fromFile.${found.problem}`);
    if (found.added === 0) return t('outbox.fromFile.nothing');
    return t('outbox.fromFile.added', { count: found.added });
  }
}
