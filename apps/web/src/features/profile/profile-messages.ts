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

const passwordFields = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

/** Returns whether the form changes the password: one of the three is filled in. */
export const hasPassword = (values: ProfileValues): boolean => passwordFields.some((field) => values[field] !== '');

/** Returns the problems of the profile form, by field. The passwords are needed only for a new password (R35.50). */
export function profileMessages(values: ProfileValues): Messages {
  const found: Messages = {};
  const isNewPassword = hasPassword(values);
  for (const field of ['name', ...(isNewPassword ? passwordFields : [])] as const)
    if (values[field].trim() === '') found[field] = t('ui.required', { label: t(`profile.${field}`) });
  const short = (field: 'name' | 'newPassword', count: number) => {
    if (!found[field] && values[field].trim().length < count)
      found[field] = t('ui.minLength', { label: t(`profile.${field}`), count });
  };
  short('name', 2);
  if (!isNewPassword) return found;
  short('newPassword', 8);
  if (!found.confirmPassword && values.confirmPassword !== values.newPassword)
    found.confirmPassword = t('profile.notSame');
  return found;
}

/** Returns the parts of the form to send: only what was changed, under the names of R8.2. */
export function changedProfile(
  values: ProfileValues,
  known: { readonly name: string },
): Partial<Omit<ProfileValues, 'file'>> & { readonly file?: Blob } {
  const { file, currentPassword, newPassword, confirmPassword } = values;
  const name = values.name.trim();
  return {
    ...(file instanceof Blob && { file }),
    ...(name !== known.name && { name }),
    ...(hasPassword(values) && { currentPassword, newPassword, confirmPassword }),
  };
}
