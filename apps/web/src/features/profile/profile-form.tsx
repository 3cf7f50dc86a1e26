import { maxPasswordLength } from '@atoll/domain/access/credentials';
import { type FormEvent, useRef, useState } from 'react';
import { CallError, type ErrorBody, request } from '../../api/api.ts';
import { useLateRefusal } from '../../form/late-refusal.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import type { SessionUser } from '../../session/session-user.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { focusFirstFault } from '../../ui/hook/focus-fault.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { PictureField } from './picture-field.tsx';
import { changedProfile, hasPassword, type ProfileValues, profileMessages } from './profile-messages.ts';
import parts from './profile-parts.module.css';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Edits picture, name and password, each alone or together (R35.50). They are sent as a multipart form to PUT /auth/changePassword (R8). */
export function ProfileForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { values, write, leave, messageOf, failure, busy, isChanged, save } = useProfileChange(user, () =>
    focusFirstFault(() => form.current),
  );
  const input = (field: Exclude<keyof ProfileValues, 'file'>) => ({
    label: t(`profile.${field}`),
    name: field,
    required: field === 'name' || hasPassword(values),
    value: values[field],
    error: messageOf(field),
    onChange: (event: { currentTarget: { value: string } }) => write({ [field]: event.currentTarget.value }),
    onBlur: () => leave(field),
  });
  return (
    <form ref={form} className={parts.form} noValidate onSubmit={(event) => void save(event)}>
      <input type="hidden" name="id" value={user.id} />
      {failure && <Alert>{failure.message}</Alert>}
      <PictureField
        name={values.name}
        value={values.file}
        error={messageOf('file')}
        onChange={(file) => write({ file })}
        onBlur={() => leave('file')}
      />
      <TextField {...input('name')} autoComplete="name" maxLength={80} />
      <p className={parts.hint}>{t('profile.passwordHint')}</p>
      <PasswordField {...input('currentPassword')} autoComplete="current-password" />
      <PasswordField
        {...input('newPassword')}
        hint={t('profile.newPasswordHint')}
        autoComplete="new-password"
        maxLength={maxPasswordLength}
      />
      <PasswordField {...input('confirmPassword')} autoComplete="new-password" maxLength={maxPasswordLength} />
      <div className={parts.end}>
        <small>{hasPassword(values) && t('profile.otherDevices')}</small>
        <Button type="submit" look="main" busy={busy} disabled={!isChanged}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  );
}

/** Returns what is entered in the profile, the messages about it, and the function that saves it. */
function useProfileChange(user: SessionUser, onFaults: () => void) {
  const { t } = useTranslation();
  const keepProfile = useSession((state) => state.keepProfile);
  const [values, setValues] = useState<ProfileValues>({ ...empty, name: user.name, file: user.avatar });
  // Messages show only after a field has had the focus (R11.2).
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorBody>();
  const messages = profileMessages(values);
  const changed = changedProfile(values, user);
  const messageOf = (field: keyof ProfileValues) =>
    failure?.errors?.[field] ?? (touched.has(field) ? messages[field] : undefined);

  const write = (changed: Partial<ProfileValues>) => {
    // Cropping finishes later, so the latest values are merged with the picture.
    setValues((before) => ({ ...before, ...changed }));
    setFailure(undefined);
  };
  const leave = (field: keyof ProfileValues) => setTouched((before) => new Set(before).add(field));

  const tellLate = useLateRefusal(t('profile.title'));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTouched(new Set(Object.keys(values)));
    if (Object.keys(messages).length > 0) return onFaults();
    setBusy(true);
    try {
      const saved = await sendProfile(user.id, changed);
      keepProfile(saved);
      setValues({ ...empty, name: saved.name, file: saved.avatar });
      setTouched(new Set());
      showToast(t('profile.saved'), 'good');
    } catch (error) {
      tellLate(error);
      setFailure(error instanceof CallError && error.body ? error.body : { message: t('profile.failed') });
      onFaults();
    } finally {
      setBusy(false);
    }
  }
  return { values, write, leave, messageOf, failure, busy, isChanged: Object.keys(changed).length > 0, save };
}

/** Sends what changed and returns the saved name and picture. */
async function sendProfile(id: SessionUser['id'], changed: ReturnType<typeof changedProfile>) {
  const { answer } = await request('PUT', '/auth/changePassword', {
    body: { id, ...changed },
    multipart: true,
    inPlace: true,
  });
  const { name, user } = answer as { name: string; user: { avatar: string | null } };
  return { name, avatar: user.avatar };
}
