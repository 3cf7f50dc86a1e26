import { maxPasswordLength } from '@atoll/domain/access/credentials';
import type { FormFieldProps } from '../../form/form-field.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { Checkbox } from '../../ui/choice/checkbox.tsx';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import css from './access-parts.module.css';

export interface SignInValue {
  readonly isNew: boolean;
  /** The person receives an email and chooses a password. */
  readonly isInvited: boolean;
  readonly password: string;
  readonly passcode: string;
}

/** Sets how a person signs in: by an invitation, or with a password and passcode that somebody gives them. */
export function SignInField({ value, onChange, onBlur, faults = {} }: FormFieldProps) {
  const { t } = useTranslation();
  const signIn = value as SignInValue;
  const write = (changed: Partial<SignInValue>) => onChange({ ...signIn, ...changed });
  return (
    <fieldset className={css.group}>
      <legend>{t('user.signIn')}</legend>
      <div className={css.fields}>
        <Checkbox
          look="switch"
          label={t(signIn.isNew ? 'user.invite' : 'user.inviteAgain')}
          hint={t('user.inviteHint')}
          value={signIn.isInvited}
          onChange={(isInvited) => write({ isInvited })}
        />
        {!signIn.isInvited && (
          <>
            <PasswordField
              label={t(signIn.isNew ? 'user.password' : 'user.newPassword')}
              hint={t(signIn.isNew ? 'user.passwordHint' : 'user.newPasswordHint')}
              required={signIn.isNew}
              autoComplete="new-password"
              maxLength={maxPasswordLength}
              value={signIn.password}
              error={faults['password']}
              onBlur={onBlur}
              onChange={(event) => write({ password: event.currentTarget.value })}
            />
            <TextField
              label={t(signIn.isNew ? 'user.passcode' : 'user.newPasscode')}
              hint={t('user.passcodeHint')}
              required={signIn.isNew}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={signIn.passcode}
              error={faults['passcode']}
              onBlur={onBlur}
              onChange={(event) => write({ passcode: event.currentTarget.value.replace(/\D/g, '') })}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}
