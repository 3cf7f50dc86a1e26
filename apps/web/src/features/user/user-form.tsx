import type { PermissionOverride, Role } from '@atoll/domain/access/permission';
import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { user } from '@atoll/domain/resources/user';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../form/form-dialog.tsx';
import type { FormValues } from '../../form/form-values.ts';
import { labelText } from '../../locale/label.ts';
import { t } from '../../locale/locale.ts';
import { RecordDrawer } from '../../resource/record-drawer.tsx';
import { useRecord, useRefresh } from '../../resource/use-record.ts';
import { uuidv7 } from '../../session/id.ts';
import { useSession } from '../../session/session.ts';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { AccessField, type AccessValue } from './access-field.tsx';
import { OutletsField } from './outlets-field.tsx';
import { SignInField, type SignInValue } from './sign-in-field.tsx';

/** Role and exceptions are one choice; so is the kind of first sign-in. */
const accessField: FieldDefinition = { key: 'access', label: 'Role', kind: 'choice', required: true };
const signInField: FieldDefinition = { key: 'signIn', label: 'Sign-in', kind: 'secret' };
const plain = (...keys: string[]): FieldDefinition[] => keys.map((key) => fieldOf(user, key));
const fields: readonly FieldDefinition[] = [
  ...plain('name', 'email'),
  { ...fieldOf(user, 'outletIds'), kind: 'choice', allowMultiple: true },
  accessField,
  signInField,
];
const more = plain('jobTitle', 'department', 'phone');
const texts = ['name', 'email', 'jobTitle', 'department', 'phone'] as const;
const custom = { outletIds: OutletsField, access: AccessField, signIn: SignInField };

const newSignIn: SignInValue = { isNew: true, isInvited: false, password: '', passcode: '' };

function valuesOf(record: Readonly<Record<string, unknown>> | undefined): FormValues {
  const access: AccessValue = {
    role: (record?.['role'] ?? 'User') as Role,
    overrides: (record?.['overrides'] ?? []) as readonly PermissionOverride[],
  };
  return {
    ...Object.fromEntries(texts.map((key) => [key, record?.[key] ?? ''])),
    outletIds: record?.['outletIds'] ?? [useSession.getState().scope?.outletId ?? 0],
    access,
    signIn: { ...newSignIn, isNew: record === undefined },
  };
}

/** Returns what is sent of the form; of the sign-in only what was typed. */
function bodyOf(values: FormValues, keys: readonly string[]): Record<string, unknown> {
  const { isInvited, password, passcode } = values['signIn'] as SignInValue;
  const { role, overrides } = values['access'] as AccessValue;
  return {
    ...Object.fromEntries(texts.filter((key) => keys.includes(key)).map((key) => [key, String(values[key]).trim()])),
    ...(keys.includes('outletIds') && { outletIds: values['outletIds'] }),
    ...(keys.includes('access') && { role, overrides }),
    ...(isInvited && { isInvited }),
    ...(!isInvited && password && { password }),
    ...(!isInvited && passcode && { passcode }),
  };
}

const every = [...fields, ...more].map(({ key }) => key);

/** 'Create User' */
export function CreateUser() {
  const close = useReturn(user.path);
  const refresh = useRefresh(user);
  const [key] = useState(uuidv7);
  const { method, path } = endpointsOf(user).create;
  return (
    <FormDialog
      {...{ fields, more, custom }}
      title={t('resource.create', { name: labelText(user.name) })}
      values={valuesOf(undefined)}
      draftKey="app_user/create"
      send={{ method, path }}
      toBody={(values) => ({ key, ...bodyOf(values, every) })}
      onSaved={() => {
        refresh();
        showToast(t('resource.saved', { name: labelText(user.name) }), 'good');
        close();
      }}
      onClosed={close}
      size="l"
    />
  );
}

/** 'Edit User': sends only what was changed. */
export function EditUser() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(user.path);
  const { record, isFresh } = useRecord(user, id);
  const title = t('resource.edit', { name: labelText(user.name) });
  if (!record || !isFresh)
    return (
      <RecordDrawer {...{ definition: user, id, title }} size="l" onClosed={close}>
        {() => null}
      </RecordDrawer>
    );
  return <LoadedForm key={record.id} {...{ record, title, close }} />;
}

function LoadedForm({ record, title, close }: { record: ResourceRecord; title: string; close: () => void }) {
  const refresh = useRefresh(user);
  const [stored] = useState(record);
  const { method, path } = endpointsOf(user).update;
  return (
    <FormDialog
      {...{ title, fields, more, custom }}
      values={valuesOf(stored)}
      fromRecord={valuesOf}
      draftKey={`app_user/edit/${stored.id}`}
      send={{ method, path }}
      toBody={(values, changed, theirs) => ({
        id: stored.id,
        version: theirs?.['version'] ?? stored.version,
        ...bodyOf(values, changed),
      })}
      onSaved={() => {
        refresh();
        showToast(t('resource.saved', { name: labelText(user.name) }), 'good');
        close();
      }}
      onClosed={close}
      size="l"
    />
  );
}
