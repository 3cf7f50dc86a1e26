import type { FieldDefinition } from '@atoll/domain/form/field';
import type { ReactNode } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { afterPress } from '../ui/hook/after-press.ts';
import type { FormFieldProps } from './form-field.tsx';
import { formMessage } from './form-values.ts';

interface FormRowProps {
  /** The field in the language of the screen. */
  readonly field: FieldDefinition;
  readonly control: Control<Record<string, unknown>>;
  readonly Widget: (props: FormFieldProps) => ReactNode;
  /** The server's messages by path, until the field is edited. */
  readonly faults: Readonly<Record<string, string>>;
  /** Called with the key of the field when its value changes. */
  readonly onEdited: (key: string) => void;
  readonly showsAllFaults: boolean;
  readonly autoFocus: boolean;
}

/** Shows a field of a form. A problem is shown once the field had the focus (R10.4). */
export function FormRow({ field, control, Widget, faults, onEdited, showsAllFaults, autoFocus }: FormRowProps) {
  return (
    <Controller
      name={field.key}
      control={control}
      rules={{ validate: (value) => formMessage(field, value) ?? true }}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Widget
          field={field}
          value={value}
          onChange={(next) => {
            onChange(next);
            onEdited(field.key);
          }}
          onBlur={() => afterPress(onBlur)}
          error={faults[field.key] ?? (fieldState.error?.message || undefined)}
          faults={faults}
          showsAllFaults={showsAllFaults}
          autoFocus={autoFocus}
        />
      )}
    />
  );
}
