import type { FactorSetUp } from '@atoll/domain/contract/people/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../../api/api.ts';
import { FactorPicture } from '../../person/factor-picture.tsx';
import { showRecoveryCodes } from '../../session/recovery-codes.ts';
import { Button } from '../../ui/display/button.tsx';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './passcode-form.module.css';
import parts from './profile-parts.module.css';

const queryKey = ['auth.secondFactor'];

/** Switches the own second factor on and off (R36.7). */
export function SecondFactorForm() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey, queryFn: () => call('auth.secondFactor', { quiet: true }), retry: 1 });
  const factor = useSecondFactor(data?.isOn ?? false);
  if (!data?.isOffered) return null;
  return (
    <form
      className={parts.form}
      noValidate
      onSubmit={(event) => void factor.submit(event)}
      aria-labelledby="factor-title"
    >
      <div>
        <h3 id="factor-title" className={css.title}>
          {t('factor.title')}
        </h3>
        <p className={parts.hint}>{data.isOn ? t('factor.isOn', { count: data.codesLeft }) : t('factor.hint')}</p>
      </div>
      {data.isOn && data.isDemanded ? (
        <p className={parts.hint}>{t('factor.mustStay')}</p>
      ) : (
        <FactorFields {...factor} isOn={data.isOn} />
      )}
    </form>
  );
}

type FactorFieldsProps = Omit<ReturnType<typeof useSecondFactor>, 'submit'> & { readonly isOn: boolean };

function FactorFields({ isOn, setUp, text, write, error, busy }: FactorFieldsProps) {
  const { t } = useTranslation();
  const input = {
    value: text,
    error,
    onChange: (event: { currentTarget: { value: string } }) => write(event.currentTarget.value),
  };
  return (
    <>
      {setUp ? (
        <>
          <FactorPicture setUp={setUp} />
          <TextField
            {...input}
            label={t('factor.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
          />
        </>
      ) : (
        <PasswordField {...input} label={t('profile.currentPassword')} autoComplete="current-password" required />
      )}
      <div className={parts.end}>
        <Button type="submit" look="accent" busy={busy}>
          {t(isOn ? 'factor.switchOff' : setUp ? 'factor.switchOn' : 'factor.setUp')}
        </Button>
      </div>
    </>
  );
}

/** Returns the step that the person is at, what they typed, and the function that takes the next step. */
function useSecondFactor(isOn: boolean) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [setUp, setSetUp] = useState<FactorSetUp>();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const write = (typed: string) => {
    setText(typed);
    setError(undefined);
  };

  async function next(): Promise<void> {
    if (isOn) {
      await call('auth.endSecondFactor', { body: { currentPassword: text }, inPlace: true });
      showToast(t('factor.switchedOff'), 'good');
    } else if (setUp) {
      const { recoveryCodes } = await call('auth.confirmSecondFactor', { body: { code: text }, inPlace: true });
      setSetUp(undefined);
      showRecoveryCodes(recoveryCodes);
    } else {
      setSetUp(await call('auth.startSecondFactor', { body: { currentPassword: text }, inPlace: true }));
    }
    await queries.invalidateQueries({ queryKey });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!text) return setError(t('ui.required', { label: t(setUp ? 'factor.code' : 'profile.currentPassword') }));
    setBusy(true);
    try {
      await next();
    } catch (caught) {
      const word = caught instanceof CallError ? caught.body?.errors?.['currentPassword'] : undefined;
      setError(word ?? (caught instanceof CallError ? caught.message : t('profile.failed')));
    } finally {
      setBusy(false);
      setText('');
    }
  }
  return { setUp, text, write, error, busy, submit };
}
