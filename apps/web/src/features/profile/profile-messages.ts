import { t } from '../../locale/locale.ts';

export interface ProfileValues {
  /** A new picture, or the address of the existing one. */
  readonly file: Blob | string | null;
  readonly name: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

type Messages = Partial<Record<keyof ProfileValues, string>>;

/** Returns the problems of the profile form, by field. All five fields are required (R8.1). */
export function profileMessages(values: ProfileValues): Messages {
  const found: Messages = {};
  const required = (field: keyof ProfileValues, label: string, isPresent: boolean) => {
    if (!isPresent) found[field] = t('ui.required', { label });
  };
  required('file', t('profile.image'), values.file !== null);
  for (const field of ['name', 'currentPassword', 'newPassword', 'confirmPassword'] as const)
    required(field, t(`profile.${field}`), values[field].trim() !== '');
  const short = (field: 'name' | 'newPassword', count: number) => {
    if (!found[field] && values[field].trim().length < count)
      found[field] = t('ui.minLength', { label: t(`profile.${field}`), count });
  };
  short('name', 2);
  short('newPassword', 8);
  if (!found.confirmPassword && values.confirmPassword !== values.newPassword)
    found.confirmPassword = t('profile.notSame');
  return found;
}
