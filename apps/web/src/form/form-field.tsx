import type { FieldDefinition } from '@atoll/domain/form/field';
import { findResource } from '@atoll/domain/resources/registry';
import type { ReactNode } from 'react';
import { uploadImage } from '../api/upload.ts';
import { useLabel } from '../locale/label.ts';
import { dateHere, useTimezone } from '../sync/outlet-time.ts';
import { Checkbox } from '../ui/choice/checkbox.tsx';
import { DatePicker } from '../ui/choice/date-picker.tsx';
import { Dropdown, MultiDropdown } from '../ui/choice/dropdown.tsx';
import { ImageUpload } from '../ui/field/image-upload.tsx';
import { Input } from '../ui/field/input.tsx';
import { isNumberKind, isTextKind } from '../ui/field/input-kinds.ts';
import { InstantInput } from '../ui/field/instant-input.tsx';
import { MultilineInput } from '../ui/field/multiline-input.tsx';
import type { Widget } from '../ui/field/widget.ts';
import { recordsOf } from './choices.ts';
import type { Chosen } from './form-values.ts';
import { ListField } from './list-field.tsx';
import { useNewRecord } from './new-record.tsx';

export interface FormFieldProps {
  readonly field: FieldDefinition;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Called when the field loses the focus. */
  readonly onBlur?: (() => void) | undefined;
  /** The problem to show, if any. */
  readonly error?: string | undefined;
  /** For lists: the server's messages by path, such as `sizes[1].sellingPrice`; and whether to show every problem. */
  readonly faults?: Readonly<Record<string, string>> | undefined;
  readonly showsAllFaults?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** Returns whether a number may be negative; undefined: as its kind says. */
const signed = ({ min }: FieldDefinition) => (min === undefined ? undefined : min < 0);

/** Shows the widget of a field, by its kind (R10.2, R11.1). */
export function FormField({
  field,
  value,
  onChange,
  onBlur,
  error,
  faults,
  showsAllFaults,
  autoFocus,
}: FormFieldProps): ReactNode {
  const { label, hint, required, disabled, placeholder } = field;
  const common = { label, hint, required, disabled, placeholder, error, onBlur };
  const as = <Value,>() => ({ ...common, value: value as Value, onChange: onChange as (value: Value) => void });
  const { kind } = field;
  // Only a plain text takes the focus when the form opens.
  if (isTextKind(kind))
    return <Input {...as<string>()} kind={kind} autoFocus={kind === 'text' ? autoFocus : undefined} />;
  if (isNumberKind(kind)) return <Input {...as<number | null>()} kind={kind} signed={signed(field)} />;
  switch (kind) {
    case 'multiline':
      return <MultilineInput {...as<string>()} />;
    case 'boolean':
      return <Checkbox {...as<boolean>()} look="switch" />;
    case 'date':
      return <DatePicker {...as<string | null>()} today={dateHere()} />;
    case 'dateTime':
      return <InstantField {...as<string | null>()} />;
    case 'image':
      return <ImageUpload {...as<string | null>()} upload={uploadImage} />;
    case 'choice':
      return <ChoiceField {...{ field, common, value, onChange }} />;
    case 'reference':
    case 'references':
      return <RecordField {...{ field, common, value, onChange }} />;
    case 'list':
      return (
        <ListField
          part={FormField}
          {...{ field, onChange, error, faults, showsAllFaults, onBlur }}
          value={value as never}
        />
      );
  }
}

interface ChoiceProps {
  readonly field: FieldDefinition;
  readonly common: Pick<FormFieldProps, 'error' | 'onBlur'> & { readonly label: string };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Edits an instant in the local time of the open outlet. */
function InstantField(props: Widget<string | null>) {
  return <InstantInput {...props} timezone={useTimezone()} />;
}

/** Shows the options in the language of the screen; the definition's own text is stored. */
function ChoiceField({ field, common, value, onChange }: ChoiceProps) {
  const localize = useLabel();
  const options = field.options ?? [];
  const named = (one: string) => ({ value: one, name: options.includes(one) ? localize(one) : one });
  const shared = {
    ...common,
    keyField: 'name' as const,
    data: options.map(named),
    onCreate: field.allowCreate ? (name: string) => ({ value: name, name }) : undefined,
  };
  if (field.allowMultiple) {
    const chosen = ((value as readonly string[] | null) ?? []).map(named);
    return <MultiDropdown {...shared} value={chosen} onChange={(next) => onChange(next.map((one) => one.value))} />;
  }
  const chosen = typeof value === 'string' && value !== '' ? named(value) : null;
  return <Dropdown {...shared} value={chosen} onChange={(next) => onChange(next?.value ?? null)} />;
}

function RecordField({ field, common, value, onChange }: ChoiceProps) {
  const localize = useLabel();
  const entity = field.entity ?? '';
  const shared = {
    ...common,
    keyField: 'name' as const,
    data: recordsOf(entity),
    onCreate: useNewRecord(field),
    newLabel: localize(findResource(entity)?.name ?? field.label),
  };
  return field.kind === 'references' ? (
    <MultiDropdown {...shared} value={value as readonly Chosen[]} onChange={onChange} />
  ) : (
    <Dropdown {...shared} value={value as Chosen | null} onChange={onChange} />
  );
}
