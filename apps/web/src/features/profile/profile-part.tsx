import { type FormEvent, type ReactNode, type Ref, useId } from 'react';
import { CallError } from '../../api/api.ts';
import { t } from '../../locale/locale.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import css from './profile-parts.module.css';

interface ProfilePartProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly onSubmit: (event: FormEvent) => Promise<void>;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** Shows a part of the profile that is saved alone: its title, what it is for, and its fields. */
export function ProfilePart({ title, hint, onSubmit, ref, children }: ProfilePartProps) {
  const id = useId();
  return (
    <form ref={ref} className={css.form} noValidate onSubmit={(event) => void onSubmit(event)} aria-labelledby={id}>
      <div>
        <h3 id={id} className={css.title}>
          {title}
        </h3>
        <p className={css.hint}>{hint}</p>
      </div>
      {children}
    </form>
  );
}

interface SecretFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onWrite: (text: string) => void;
}

/** Takes a passcode or approval code; only digits are written. */
export function DigitsField({
  label,
  length,
  value,
  error,
  onWrite,
}: SecretFieldProps & { readonly label: string; readonly length: number }) {
  return (
    <TextField
      label={label}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      required
      maxLength={length}
      value={value}
      error={error}
      onChange={(event) => onWrite(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
}

/** Takes the current password, which a change of the own secrets needs. */
export function CurrentPasswordField({ value, error, onWrite }: SecretFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordField
      label={t('profile.currentPassword')}
      autoComplete="current-password"
      required
      value={value}
      error={error}
      onChange={(event) => onWrite(event.currentTarget.value)}
    />
  );
}

/** Returns what to show at the current password when a change of the own secrets failed. */
export function passwordFault(error: unknown): string {
  if (!(error instanceof CallError)) return t('profile.failed');
  return error.body?.errors?.['currentPassword'] ?? error.message;
}
