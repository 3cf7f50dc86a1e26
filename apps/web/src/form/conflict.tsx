import type { FieldDefinition } from '@atoll/domain/form/field';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/display/button.tsx';
import css from './form.module.css';
import { bodyOf, changedKeys, type FormValues } from './form-values.ts';
import { shownOf } from './shown.ts';

interface ConflictProps {
  readonly fields: readonly FieldDefinition[];
  /** What the form began with, and what is stored now; as form values. */
  readonly base: FormValues;
  readonly now: FormValues;
  /** true: what they changed is taken over; false: what was typed here stays. */
  readonly onAnswer: (isTaken: boolean) => void;
}

/** Someone else saved meanwhile: what they changed, and whether to take it over or to keep one's own. */
export function Conflict({ fields, base, now, onAnswer }: ConflictProps) {
  const { t } = useTranslation();
  const keys = changedKeys(fields, base, now);
  const text = (field: FieldDefinition, values: FormValues) => {
    const value = values[field.key];
    const names = Array.isArray(value) ? value.map(nameOf) : nameOf(value);
    return shownOf(field, field.kind.startsWith('reference') ? names : bodyOf([field], values)[field.key]);
  };
  return (
    <div className={css.conflict} role="alert">
      <strong>{t('resource.conflict')}</strong>
      <ul>
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
    </div>
  );
}

const nameOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
