import { useTranslation } from 'react-i18next';
import { TextArea } from '../../ui/field/field.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { readMenuCsv } from './menu-csv.ts';
import css from './menu-step.module.css';
import type { StepProblems } from './start-check.ts';
import { useStart } from './start-draft.ts';
import shared from './step-result.module.css';

const sources = ['example', 'rows', 'none'] as const;

/** Asks for the first menu and the cash that the first shift starts with. */
export function MenuStep({ problems }: { problems: StepProblems }) {
  const { t } = useTranslation();
  const { values, set } = useStart();
  const { rows, badLines } = readMenuCsv(values.menuFrom === 'rows' ? values.csv : '');
  async function take(file: File | undefined) {
    if (file) set({ csv: await file.text() });
  }
  return (
    <>
      <fieldset className={css.ways}>
        <legend className="visually-hidden">{t('start.menu.ways')}</legend>
        {sources.map((source) => (
          <label key={source} className={css.way}>
            <input
              type="radio"
              name="menu"
              aria-label={t(`start.menu.${source}.name`)}
              aria-describedby={`way-${source}`}
              checked={values.menuFrom === source}
              onChange={() => set({ menuFrom: source })}
            />
            <span>
              <b>{t(`start.menu.${source}.name`)}</b>
              <small id={`way-${source}`}>{t(`start.menu.${source}.hint`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {values.menuFrom === 'rows' && (
        <div className={css.csv}>
          <TextArea
            label={t('start.menu.csv')}
            hint={t('start.menu.csvHint')}
            rows={6}
            dir="ltr"
            placeholder={t('start.menu.csvExample')}
            value={values.csv}
            error={problems.own['csv'] && t('start.problems.csv')}
            onChange={(event) => set({ csv: event.currentTarget.value })}
          />
          <label className={css.file}>
            {t('start.menu.file')}
            <input
              type="file"
              className="visually-hidden"
              accept=".csv,text/csv,text/plain"
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
          </label>
          {values.csv && (
            <p role="status" className={badLines.length > 0 ? shared.error : shared.good}>
              {t('start.menu.read', { count: rows.length })}
              {badLines.length > 0 && ` ${t('start.menu.bad', { lines: badLines.slice(0, 10).join(', ') })}`}
            </p>
          )}
        </div>
      )}
      <AmountField
        label={t('shift.openingBalance')}
        prefix="MVR"
        hint={t('start.menu.cashHint')}
        value={values.openingBalance}
        onChange={(openingBalance) => set({ openingBalance })}
      />
    </>
  );
}
