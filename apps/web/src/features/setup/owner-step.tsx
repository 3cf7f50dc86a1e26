import { maxPasswordLength } from '@atoll/domain/access/credentials';
import { useTranslation } from '../../locale/use-translation.ts';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import type { StepProblems } from './start-check.ts';
import { useOwnerCode, useStart } from './start-draft.ts';

/** Asks for the owner: name, email, password and passcode. */
export function OwnerStep({ problems }: { problems: StepProblems }) {
  const { t } = useTranslation();
  const { values, secrets, set, setSecrets } = useStart();
  const { needsOwnerCode } = useOwnerCode();
  const problem = (field: string) => {
    const own = problems.own[field];
    return own && t(`start.problems.${own}`);
  };
  return (
    <>
      {needsOwnerCode && (
        <TextField
          label={t('start.owner.code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          autoFocus
          maxLength={20}
          value={secrets.ownerCode}
          error={problem('ownerCode')}
          hint={t('start.owner.codeHint')}
          onChange={(event) => setSecrets({ ownerCode: event.currentTarget.value })}
        />
      )}
      <TextField
        label={t('start.owner.name')}
        autoComplete="name"
        required
        autoFocus={!needsOwnerCode}
        maxLength={80}
        value={values.name}
        error={problem('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label={t('session.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        maxLength={120}
        value={values.email}
        error={problem('email')}
        hint={t('start.owner.emailHint')}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <PasswordField
        label={t('session.password')}
        autoComplete="new-password"
        required
        maxLength={maxPasswordLength}
        value={secrets.password}
        error={problem('password')}
        hint={t('start.owner.passwordHint')}
        onChange={(event) => setSecrets({ password: event.currentTarget.value })}
      />
      <PasswordField
        label={t('session.passcode')}
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={4}
        value={secrets.passcode}
        error={problem('passcode')}
        hint={t('start.owner.passcodeHint')}
        onChange={(event) => setSecrets({ passcode: event.currentTarget.value.replace(/\D/g, '') })}
      />
    </>
  );
}
