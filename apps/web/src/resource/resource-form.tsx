import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog, type FormDialogProps } from '../form/form-dialog.tsx';
import { bodyOf, type FormValues, valuesOf } from '../form/form-values.ts';
import { useLabel } from '../locale/label.ts';
import { uuidv7 } from '../session/id.ts';
import { useReturn } from '../ui/overlay/return.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { useRecord, useRefresh } from './use-record.ts';

export interface ResourceFormProps extends Pick<FormDialogProps, 'custom' | 'overlay' | 'size'> {
  readonly definition: ResourceDefinition;
  readonly children?: ReactNode;
  /** Called after a save with the record, in place of closing. */
  readonly onSaved?: ((record: ResourceRecord) => void) | undefined;
  /** What a new record has in it besides the definition's own. */
  readonly initial?: FormValues | undefined;
}

/** Fields that a form shows: none that the server gives; what is fixed cannot be changed once it is stored. */
function fieldsOf(definition: ResourceDefinition, keys: readonly string[], isNew: boolean): ResourceField[] {
  return keys
    .map((key) => fieldOf(definition, key))
    .filter((field) => !field.isReadOnly)
    .map((field) => (field.isFixed && !isNew ? { ...field, disabled: true } : field));
}

/** 'Create Vendor' */
export function CreateForm({ definition, initial, onSaved, children, ...look }: ResourceFormProps) {
  const { t } = useTranslation();
  const say = useLabel();
  const close = useReturn(definition.path);
  const refresh = useRefresh(definition);
  // The key is kept with the form: sending twice makes one record.
  const [key, setKey] = useState(uuidv7);
  const { views, name, table } = definition;
  const fields = fieldsOf(definition, views.form, true);
  const more = fieldsOf(definition, views.more ?? [], true);
  const all = [...fields, ...more];
  const { method, path } = endpointsOf(definition).create;
  return (
    <FormDialog
      {...{ fields, more, ...look }}
      title={t('resource.create', { name: say(name) })}
      values={valuesOf(all, initial)}
      draftKey={`${table}/create`}
      send={{ method, path }}
      toBody={(values) => ({ key, ...bodyOf(all, values) })}
      onSaved={(answer) => {
        setKey(uuidv7());
        refresh();
        showToast(t('resource.saved', { name: say(name) }), 'good');
        if (onSaved) onSaved(answer as ResourceRecord);
        else close();
      }}
      onClosed={close}
    >
      {children}
    </FormDialog>
  );
}

/** 'Edit Vendor': the record in the address; only what was changed is sent. */
export function EditForm({ definition, ...rest }: ResourceFormProps) {
  const { t } = useTranslation();
  const say = useLabel();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(definition.path);
  const { record, isFresh } = useRecord(definition, id);
  const title = t('resource.edit', { name: say(definition.name) });
  // A form begins with what the server has now, never with what a list once said.
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
  const say = useLabel();
  const refresh = useRefresh(definition);
  // What someone else saves meanwhile is told by the server on saving, not slipped in below the fingers.
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
        showToast(t('resource.saved', { name: say(name) }), 'good');
        if (onSaved) onSaved(answer as ResourceRecord);
        else close();
      }}
      onClosed={close}
    >
      {children}
    </FormDialog>
  );
}
