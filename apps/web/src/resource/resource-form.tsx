import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FormDialog, type FormDialogProps } from '../form/form-dialog.tsx';
import { bodyOf, type FormValues, valuesOf } from '../form/form-values.ts';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { uuidv7 } from '../session/id.ts';
import { useReturn } from '../ui/overlay/return.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { useRecord, useRefresh } from './use-record.ts';

export interface ResourceFormProps
  extends Pick<FormDialogProps, 'custom' | 'following' | 'overlay' | 'size' | 'shows' | 'below'> {
  readonly definition: ResourceDefinition;
  readonly children?: ReactNode;
  /** Called with the record after a save, instead of closing. */
  readonly onSaved?: ((record: ResourceRecord) => void) | undefined;
  /** Values of a new record besides the definition's defaults. */
  readonly initial?: FormValues | undefined;
}

/**
 * Returns the fields that a form shows: none that the server sets. Fixed fields cannot be changed in a stored record.
 */
function fieldsOf(definition: ResourceDefinition, keys: readonly string[], isNew: boolean): ResourceField[] {
  return keys
    .map((key) => fieldOf(definition, key))
    .filter((field) => !field.isReadOnly)
    .map((field) => (field.isFixed && !isNew ? { ...field, disabled: true } : field));
}

/** Shows 'Create Vendor'. */
export function CreateForm({ definition, initial, onSaved, children, ...look }: ResourceFormProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const close = useReturn(definition.path);
  const refresh = useRefresh(definition);
  // The key stays the same while the form is open, so sending twice creates one record.
  const [key, setKey] = useState(uuidv7);
  const { views, name, table } = definition;
  const fields = fieldsOf(definition, views.form, true);
  const more = fieldsOf(definition, views.more ?? [], true);
  const all = [...fields, ...more];
  const { method, path } = endpointsOf(definition).create;
  return (
    <FormDialog
      {...{ fields, more, ...look }}
      title={t('resource.create', { name: localize(name) })}
      values={valuesOf(all, initial)}
      draftKey={`${table}/create`}
      send={{ method, path }}
      toBody={(values) => ({ key, ...bodyOf(all, values) })}
      onSaved={(answer) => {
        setKey(uuidv7());
        refresh();
        showToast(t('resource.saved', { name: localize(name) }), 'good');
        if (onSaved) onSaved(answer as ResourceRecord);
        else close();
      }}
      onClosed={close}
    >
      {children}
    </FormDialog>
  );
}

/** 'Edit Vendor': edits the record in the address; only changed values are sent. */
export function EditForm({ definition, ...rest }: ResourceFormProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(definition.path);
  const { record, isFresh } = useRecord(definition, id);
  const title = t('resource.edit', { name: localize(definition.name) });
  // The form starts from what the server has now, never from the data of a list.
  if (!record || !isFresh)
    return (
      <RecordDrawer {...{ definition, id, title }} onClosed={close}>
        {() => null}
      </RecordDrawer>
    );
  return <LoadedForm key={record.id} {...{ definition, record, title, close, ...rest }} />;
}

interface LoadedFormProps extends ResourceFormProps {
  readonly record: ResourceRecord;
  readonly title: string;
  readonly close: () => void;
}

function LoadedForm({ definition, record, title, close, onSaved, children, ...look }: LoadedFormProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const refresh = useRefresh(definition);
  // Changes that somebody else saves in the meantime are reported on saving, not merged while the user types.
  const [stored] = useState(record);
  const { views, table, name } = definition;
  const fields = fieldsOf(definition, views.form, false);
  const more = fieldsOf(definition, views.more ?? [], false);
  const all = [...fields, ...more];
  const { method, path } = endpointsOf(definition).update;
  return (
    <FormDialog
      {...{ title, fields, more, ...look }}
      values={valuesOf(all, stored)}
      fromRecord={(now) => valuesOf(all, now)}
      draftKey={`${table}/edit/${stored.id}`}
      send={{ method, path }}
      toBody={(values, changed, theirs) => ({
        id: stored.id,
        version: theirs?.['version'] ?? stored.version,
        ...bodyOf(
          all.filter(({ key }) => changed.includes(key)),
          values,
        ),
      })}
      onSaved={(answer) => {
        refresh();
        showToast(t('resource.saved', { name: localize(name) }), 'good');
        if (onSaved) onSaved(answer as ResourceRecord);
        else close();
      }}
      onClosed={close}
    >
      {children}
    </FormDialog>
  );
}
