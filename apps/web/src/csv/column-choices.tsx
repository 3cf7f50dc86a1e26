import { csvColumns, findColumns } from '@atoll/domain/resources/csv/column';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Alert } from '../ui/display/alert.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { SelectField } from '../ui/field/field.tsx';
import css from './column-choices.module.css';

interface ColumnChoicesProps {
  readonly definition: ResourceDefinition;
  readonly heading: readonly string[];
  /** The columns chosen by hand; null: by their headings. */
  readonly chosen: readonly string[] | null;
  readonly disabled?: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Shows what each column of a file holds, and lets the person choose it. It is open while a column is missing. */
export function ColumnChoices({ definition, heading, chosen, disabled, onChange }: ColumnChoicesProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const { columns, missing } = findColumns(definition, heading, { chosen: chosen ?? undefined, makesMissing: true });
  const keys = columns.map((one) => one?.key ?? '');
  const options = [
    { value: '', label: t('resource.importLeaveColumn') },
    ...csvColumns(definition).map(({ key, field, part }) => {
      const label = field ? localize(field.label) : t('resource.importId');
      return {
        value: key,
        label: part ? t('resource.importPart', { list: label, part: localize(part.label) }) : label,
      };
    }),
  ];
  const read = keys.filter((key) => key !== '').length;
  return (
    <details className={css.columns} open={missing !== undefined || undefined}>
      <summary>
        {t('resource.importColumns', { count: read, all: heading.length })}
        <Icon name="down" size={18} />
      </summary>
      {missing && <Alert>{t('resource.importMissing', { name: localize(missing.label) })}</Alert>}
      <div className={css.list}>
        {heading.map((name, index) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={index}
            label={name.trim() || t('resource.importColumn', { n: index + 1 })}
            options={options}
            disabled={disabled}
            value={keys[index]}
            onChange={(event) => onChange(keys.with(index, event.currentTarget.value))}
          />
        ))}
      </div>
    </details>
  );
}
