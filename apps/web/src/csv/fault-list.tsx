import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import { sentenceText } from '../locale/sentence.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { saveFile } from '../storage/save-file.ts';
import { Checkbox } from '../ui/choice/checkbox.tsx';
import { Button } from '../ui/display/button.tsx';
import css from './fault-list.module.css';
import { faultyRows } from './import-file.ts';

interface FaultListProps {
  readonly bad: ImportResult['bad'];
  /** Number of faulty rows, of which `bad` may be only the first. */
  readonly count: number;
  /** Returns the text of the file, to save its faulty rows. */
  readonly readText: () => Promise<string>;
  readonly leavesOut: boolean;
  /** Agrees to leave the rows out; absent where none remain. */
  readonly onLeaveOut?: ((leavesOut: boolean) => void) | undefined;
  readonly error?: string | undefined;
}

/** Number of rows that are shown; the saved file has all. */
const shownRows = 100;

/** Names each faulty row of a file with its reason, saves them as a file, and asks whether to leave them out (R35.54). */
export function FaultList({ bad, count, readText, leavesOut, onLeaveOut, error }: FaultListProps) {
  const { t } = useTranslation();
  async function save() {
    const label = t('resource.importMistake');
    const text = faultyRows(await readText(), bad, label);
    saveFile(`${t('resource.importFaultsFile')}.csv`, new Blob([text], { type: 'text/csv' }));
  }
  return (
    <section className={css.faults}>
      <h3>{t('resource.importFaults', { count })}</h3>
      <ul className={css.rows}>
        {bad.slice(0, shownRows).map(({ row, errors }) => (
          <li key={row}>
            <strong>{t('resource.importRow', { row })}</strong>{' '}
            {Object.values(errors)
              .map((error) => sentenceText(error))
              .join(' · ')}
          </li>
        ))}
        {count > shownRows && <li>{t('resource.importMore', { count: count - shownRows })}</li>}
      </ul>
      <Button onClick={() => void save()}>{t('resource.importSaveFaults')}</Button>
      {onLeaveOut && (
        <Checkbox
          label={t('resource.importLeaveOut', { count })}
          value={leavesOut}
          onChange={onLeaveOut}
          error={error}
          hint={t('resource.importCorrect')}
        />
      )}
    </section>
  );
}
