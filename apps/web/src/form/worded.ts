/** Fields of definitions as they are shown: labels, hints and placeholders in the language of the screen. */
import type { FieldDefinition } from '@atoll/domain/form/field';
import { labelText, useLabel } from '../locale/label.ts';

/** Answers a field with its words in the language of the screen; what it stores stays. */
export function worded<Field extends FieldDefinition>(field: Field, say: (word: string) => string = labelText): Field {
  const { label, hint, placeholder, fields } = field;
  return {
    ...field,
    label: say(label),
    ...(hint === undefined ? {} : { hint: say(hint) }),
    ...(placeholder === undefined ? {} : { placeholder: say(placeholder) }),
    ...(fields === undefined ? {} : { fields: fields.map((part) => worded(part, say)) }),
  };
}

/** The same for components. */
export function useWorded(): <Field extends FieldDefinition>(field: Field) => Field {
  const say = useLabel();
  return (field) => worded(field, say);
}
