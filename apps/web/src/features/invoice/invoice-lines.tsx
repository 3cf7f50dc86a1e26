import type { FieldDefinition } from '@atoll/domain/form/field';
import { invoiceLineTotal } from '@atoll/domain/stock/purchase';
import { useState } from 'react';
import { FormField, type FormFieldProps } from '../../form/form-field.tsx';
import { type FormValues, formMessage, valuesOf } from '../../form/form-values.ts';
import { ListBox, ListNote } from '../../form/list-box.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Button, IconButton } from '../../ui/display/button.tsx';
import { Money } from '../../ui/display/money.tsx';
import css from './invoice-lines.module.css';

const places: Readonly<Record<string, string | undefined>> = {
  itemId: css['wide'],
  financialAccountId: css['wide'],
  description: css['wide'],
  unit: css['one'],
  qty: css['third'],
  unitPrice: css['third'],
  discountPct: css['third'],
  gstPct: css['third'],
};

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Returns the amount of a row, in laari. */
function amountOf(row: FormValues): number {
  return invoiceLineTotal({
    qty: Math.round(number(row['qty']) * 1000),
    unitPrice: number(row['unitPrice']),
    discountBp: Math.round(number(row['discountPct']) * 100),
  });
}

/** Returns the fields of a row by its kind: goods have an item and a unit, an expense has an account. */
function partsOf(field: FieldDefinition, kind: unknown): readonly FieldDefinition[] {
  const hidden = kind === 'Expense' ? ['kind', 'itemId', 'unit'] : ['kind', 'financialAccountId', 'description'];
  const named = kind === 'Expense' ? 'financialAccountId' : 'itemId';
  return (field.fields ?? [])
    .filter(({ key }) => !hidden.includes(key))
    .map((part) => (part.key === named ? { ...part, required: true } : part));
}

/** Edits the rows of a purchase invoice and shows the amount of each and their sum. */
export function InvoiceLines({ field, value, onChange, error, faults = {}, showsAllFaults = false }: FormFieldProps) {
  const { t } = useTranslation();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const rows = value as readonly FormValues[];
  const change = (index: number, key: string, next: unknown) =>
    onChange(rows.map((row, n) => (n === index ? { ...row, [key]: next } : row)));
  const add = () =>
    onChange([...rows, { ...valuesOf(field.fields ?? []), kind: 'Item', gstPct: rows.at(-1)?.['gstPct'] ?? 8 }]);
  return (
    <ListBox label={field.label}>
      {rows.map((row, index) => (
        // The index is the key: rows have no identity, and typed values are kept in the form's values.
        <div key={index} className={css.row} role="group" aria-label={t('invoice.line', { n: index + 1 })}>
          <div className={css.full}>
            <Segmented
              label={t('invoice.kind')}
              value={row['kind'] === 'Expense' ? 'Expense' : 'Item'}
              onChange={(kind) => change(index, 'kind', kind)}
              items={[
                { value: 'Item', label: t('invoice.kinds.Item') },
                { value: 'Expense', label: t('invoice.kinds.Expense') },
              ]}
            />
          </div>
          {partsOf(field, row['kind']).map((part) => {
            const path = `${field.key}[${index}].${part.key}`;
            const showsFault = showsAllFaults || touched.has(path);
            return (
              <div key={part.key} className={places[part.key]}>
                <FormField
                  field={part}
                  value={row[part.key]}
                  error={faults[path] ?? (showsFault ? (formMessage(part, row[part.key]) ?? undefined) : undefined)}
                  onChange={(next) => change(index, part.key, next)}
                  onBlur={() => setTouched(new Set([...touched, path]))}
                />
              </div>
            );
          })}
          <div className={css.rowEnd}>
            <strong>
              <Money laari={amountOf(row)} />
            </strong>
            <IconButton
              icon="trash"
              label={t('invoice.remove', { n: index + 1 })}
              onClick={() => {
                setTouched(new Set());
                onChange(rows.filter((_, n) => n !== index));
              }}
            />
          </div>
        </div>
      ))}
      {error && <ListNote isError>{error}</ListNote>}
      <div className={css.rowEnd}>
        <Button look="soft" icon="plus" onClick={add}>
          {t('invoice.add')}
        </Button>
        <span>
          {t('invoice.subTotal')}{' '}
          <strong>
            <Money laari={rows.reduce((sum, row) => sum + amountOf(row), 0)} />
          </strong>
        </span>
      </div>
    </ListBox>
  );
}
