import { otherSystems } from '@atoll/domain/resources/csv/other-system';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { ColumnChoices } from '../../csv/column-choices.tsx';
import { FaultList } from '../../csv/fault-list.tsx';
import { readText } from '../../csv/import-file.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import css from './menu-step.module.css';
import { columnsOf, readMenu } from './menu-table.ts';
import type { StepProblems } from './start-check.ts';
import { useStart } from './start-draft.ts';
import shared from './step-result.module.css';

const sources = ['example', 'rows', 'none'] as const;

/** Asks for the first menu and the cash that the first shift starts with. */
export function MenuStep({ problems }: { problems: StepProblems }) {
  const { t } = useTranslation();
  const { values, set } = useStart();
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
      {values.menuFrom === 'rows' && <OwnList problems={problems} />}
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

/** Takes the person's own list, and shows what it holds: its columns, its mistakes, the categories that it makes. */
function OwnList({ problems }: { problems: StepProblems }) {
  const { t } = useTranslation();
  const { values, set } = useStart();
  const { comesFrom, csv, columns, leavesOut } = values;
  const { heading, good, bad, categories, problem } = readMenu(values);
  const [wrong, agree] = [problems.own['csv'], problems.own['leaveOut']];
  function write(text: string): void {
    // What was chosen for the same columns stays; who agreed to leave lines out has not seen the new ones.
    const isAlike = readMenu({ csv: text, columns: null }).heading.join('\n') === heading.join('\n');
    set({ csv: text, columns: isAlike ? columns : columnsOf(comesFrom, text), leavesOut: false });
  }
  async function take(file: File | undefined) {
    if (file) write(await readText(file));
  }
  return (
    <div className={css.csv}>
      <Segmented
        label={t('start.menu.from')}
        value={comesFrom}
        items={[
          ...otherSystems.map((value) => ({ value, label: value })),
          { value: 'Table' as const, label: t('start.menu.table') },
        ]}
        onChange={(from) => set({ comesFrom: from, columns: columnsOf(from, csv), leavesOut: false })}
      />
      <TextArea
        label={t('start.menu.csv')}
        hint={comesFrom === 'Table' ? t('start.menu.csvHint') : t(`start.menu.export.${comesFrom}`)}
        rows={6}
        dir="ltr"
        placeholder={t('start.menu.csvExample')}
        value={csv}
        error={wrong && t(`start.problems.${wrong}`)}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <label className={css.file}>
        {t('start.menu.file')}
        <input
          type="file"
          className="visually-hidden"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      {heading.length > 0 && (
        <ColumnChoices
          {...{ definition: menuItem, heading }}
          chosen={columns}
          onChange={(chosen) => set({ columns: chosen, leavesOut: false })}
        />
      )}
      {csv && !problem && (
        <p role="status" className={shared.good}>
          {t('start.menu.read', { count: good.length })}
          {categories.length > 0 && ` ${t('start.menu.makes', { names: categories.join(', ') })}`}
        </p>
      )}
      {bad.length > 0 && (
        <FaultList
          bad={bad.map(({ row, errors }) => ({ row, errors: { ...errors } }))}
          count={bad.length}
          readText={async () => csv}
          leavesOut={leavesOut}
          onLeaveOut={good.length > 0 ? (leave) => set({ leavesOut: leave }) : undefined}
          error={agree && t(`start.problems.${agree}`)}
        />
      )}
    </div>
  );
}
