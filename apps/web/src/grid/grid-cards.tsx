import { useTranslation } from '../locale/use-translation.ts';
import { Whole } from '../ui/display/whole.tsx';
import css from './grid-cards.module.css';
import { nameOf, type RowsProps } from './grid-props.ts';
import { RowMenu } from './grid-row.tsx';
import { RowCheck } from './row-check.tsx';

/** Shows the rows as cards: the name, then the other columns that have a value, with their labels. */
export function GridCards<Row>(props: RowsProps<Row>) {
  const { columns, page, rowKey, openKey, onOpen, rowActions, selected, onSelect } = props;
  const { t } = useTranslation();
  const title = columns.find((column) => column.strong) ?? columns[0];
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect(next);
  };
  const keys = page?.items.map(rowKey) ?? [];
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key));
  return (
    <>
      <label className={css.allCards}>
        <input type="checkbox" checked={isAll} onChange={() => onSelect(new Set(isAll ? [] : keys))} />
        {t('grid.selectAll')}
      </label>
      <ul className={css.cards}>
        {page?.items.map((row) => {
          const key = rowKey(row);
          const name = title?.cell(row);
          return (
            <li key={key} className={css.card} data-open={key === openKey || selected.has(key) || undefined}>
              <div className={css.cardHead}>
                <RowCheck
                  label={t('grid.selectRow', { name: nameOf(props, row) })}
                  checked={selected.has(key)}
                  onChange={() => toggle(key)}
                />
                <button type="button" className={css.cardTitle} onClick={() => onOpen(row)}>
                  {typeof name === 'string' ? <Whole>{name}</Whole> : name}
                </button>
                {rowActions && <RowMenu label={t('grid.rowActions')} actions={() => rowActions(row)} />}
              </div>
              <dl>
                {columns
                  .filter((column) => column !== title)
                  .map((column) => ({ ...column, shown: column.cell(row) }))
                  .filter(({ shown }) => shown !== '' && shown !== null)
                  .map(({ key: field, label, shown }) => (
                    <div key={field}>
                      <dt>{label}</dt>
                      <dd>{typeof shown === 'string' ? <Whole>{shown}</Whole> : shown}</dd>
                    </div>
                  ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </>
  );
}
