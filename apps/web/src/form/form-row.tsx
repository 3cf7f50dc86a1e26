import type { FieldDefinition } from '@atoll/domain/form/field';
import type { ReactNode } from 'react';
import { afterPress } from '../ui/hook/after-press.ts';
import type { FormFieldProps } from './form-field.tsx';
import { formMessage } from './form-values.ts';
import type { Form } from './use-form.ts';

interface FormRowProps {
  /** The field in the language of the screen. */
  readonly field: FieldDefinition;
  readonly form: Form;
  readonly Widget: (props: FormFieldProps) => ReactNode;
  /** The server's messages by path, until the field is edited. */
  readonly faults: Readonly<Record<string, string>>;
  /** Called with the key of the field when its value changes. */
  readonly onEdited: (key: string) => void;
  readonly autoFocus: boolean;
}

/** Shows a field of a form. A problem is shown once the field had the focus (R10.4). */
export function FormRow({ field, form, Widget, faults, onEdited, autoFocus }: FormRowProps) {
  const { key } = field;
  const value = form.values[key];
  const message = form.showsFault(key) ? formMessage(field, value) : null;
  return (
    <Widget
      field={field}
      value={value}
      onChange={(next) => {
        form.setValue(key, next);
        onEdited(key);
      }}
      onBlur={() => afterPress(() => form.leave(key))}
      error={faults[key] ?? (message || undefined)}
      faults={faults}
      showsAllFaults={form.isSubmitted}
      autoFocus={autoFocus}
    />
  );
}
