import type { FieldDefinition } from '@atoll/domain/form/field';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { Button, IconButton } from '../ui/display/button.tsx';
import { afterPress } from '../ui/hook/after-press.ts';
import { type FormValues, formMessage, valuesOf } from './form-values.ts';
import { ListBox, ListNote } from './list-box.tsx';
import css from './list-field.module.css';
import { singularOf } from './singular.ts';

/** Renders one field of a row. */
export type Part = (props: {
  readonly field: FieldDefinition;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}) => ReactNode;

interface ListFieldProps {
  readonly part: Part;
  readonly field: FieldDefinition;
  readonly value: readonly FormValues[];
  readonly onChange: (value: readonly FormValues[]) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly error?: string | undefined;
  /** The server's messages, by path: 'options[0].name'. */
  readonly faults?: Readonly<Record<string, string>> | undefined;
  /** True when the form was sent: problems are also shown at fields that never had the focus. */
  readonly showsAllFaults?: boolean | undefined;
}

/** Shows a field whose value is a list of rows. Each row has the same fields, and a button removes it; another button adds a row. */
export function ListField({
  part: RowField,
  field,
  value,
  onChange,
  error,
  faults = {},
  showsAllFaults = false,
}: ListFieldProps) {
  const { t } = useTranslation();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const rowFields = field.fields ?? [];
  const shownFields = rowFields.filter(({ isHidden }) => isHidden !== true);
  const one = singularOf(field.label);
  const change = (index: number, key: string, next: unknown) =>
    onChange(value.map((row, n) => (n === index ? { ...row, [key]: next } : row)));
  return (
    <ListBox
      label={
        <>
          {field.label}
          {field.required && <span aria-hidden="true"> *</span>}
        </>
      }
    >
      {field.hint && <ListNote>{field.hint}</ListNote>}
      {value.map((row, index) => (
        // The index is the key: rows have no identity, and typed values are kept in the form's values.
        <div
          key={index}
          className={css.listRow}
          role="group"
          aria-label={t('resource.row', { label: one, n: index + 1 })}
        >
          {shownFields.map((rowField) => {
            const path = `${field.key}[${index}].${rowField.key}`;
            const showsFault = showsAllFaults || touched.has(`${index}.${rowField.key}`);
            return (
              <div key={rowField.key} className={rowField.kind === 'reference' ? css.wide : undefined}>
                <RowField
                  field={rowField}
                  value={row[rowField.key]}
                  error={
                    faults[path] ?? (showsFault ? (formMessage(rowField, row[rowField.key]) ?? undefined) : undefined)
                  }
                  onChange={(next) => change(index, rowField.key, next)}
                  onBlur={() =>
                    afterPress(() => setTouched((known) => new Set([...known, `${index}.${rowField.key}`])))
                  }
                />
              </div>
            );
          })}
          <IconButton
            icon="trash"
            label={t('resource.remove', { label: one, n: index + 1 })}
            onClick={() => {
              setTouched(new Set());
              onChange(value.filter((_, n) => n !== index));
            }}
          />
        </div>
      ))}
      {error && <ListNote isError>{error}</ListNote>}
      {(field.max === undefined || value.length < field.max) && (
        <Button
          look="soft"
          icon="plus"
          data-fault={error ? true : undefined}
          onClick={() => onChange([...value, valuesOf(rowFields)])}
        >
          {t('resource.add', { label: one })}
        </Button>
      )}
    </ListBox>
  );
}
