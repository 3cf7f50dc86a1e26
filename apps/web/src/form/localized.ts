/** Localizes the fields of definitions: labels, hints and placeholders in the language of the screen. */
import type { FieldDefinition } from '@atoll/domain/form/field';
import { labelText, useLabel } from '../locale/label.ts';

/** Returns a field with its texts in the language of the screen; its stored values are unchanged. */
export function localizeField<Field extends FieldDefinition>(
  field: Field,
  translate: (text: string) => string = labelText,
): Field {
  const { label, hint, placeholder, fields } = field;
  return {
    ...field,
    label: translate(label),
    ...(hint === undefined ? {} : { hint: translate(hint) }),
    ...(placeholder === undefined ? {} : { placeholder: translate(placeholder) }),
    ...(fields === undefined ? {} : { fields: fields.map((part) => localizeField(part, translate)) }),
  };
}

/** Returns `localizeField` for the current language; components that use it render again when the language changes. */
export function useLocalizeField(): <Field extends FieldDefinition>(field: Field) => Field {
  const localize = useLabel();
  return (field) => localizeField(field, localize);
}
