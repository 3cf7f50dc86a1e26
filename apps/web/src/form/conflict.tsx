import type { FieldDefinition } from '@atoll/domain/form/field';
import { useTranslation } from '../locale/use-translation.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { Button } from '../ui/display/button.tsx';
import css from './conflict.module.css';
import { FormNote } from './form-note.tsx';
import { bodyOf, changedKeys, type FormValues } from './form-values.ts';
import { formatField } from './formatted.ts';

interface ConflictProps {
  readonly fields: readonly FieldDefinition[];
  /** The form values at the start, and what is stored now. */
  readonly base: FormValues;
  readonly now: FormValues;
  /** Called with true to use the other person's values, with false to keep the typed values. */
  readonly onAnswer: (isTaken: boolean) => void;
}

/** Shows what another person saved in the meantime, and asks whether to use it or keep the typed values. */
export function Conflict({ fields, base, now, onAnswer }: ConflictProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const keys = changedKeys(fields, base, now);
  const text = (field: FieldDefinition, values: FormValues) => {
    const value = values[field.key];
    const names = Array.isArray(value) ? value.map(nameOf) : nameOf(value);
    const shown = field.kind.startsWith('reference') ? names : bodyOf([field], values)[field.key];
    return formatField(field, shown, timezone);
  };
  return (
    <FormNote tone="saved" role="alert">
      <strong>{t('resource.conflict')}</strong>
      <ul className={css.changes}>
        {fields
          .filter(({ key }) => keys.includes(key))
          .map((field) => (
            <li key={field.key}>
              {t('resource.conflictRow', { label: field.label, before: text(field, base), now: text(field, now) })}
            </li>
          ))}
      </ul>
      <div className={css.answers}>
        <Button onClick={() => onAnswer(false)}>{t('resource.keepMine')}</Button>
        <Button look="accent" onClick={() => onAnswer(true)}>
          {t('resource.takeTheirs')}
        </Button>
      </div>
    </FormNote>
  );
}

const nameOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
