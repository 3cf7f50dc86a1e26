import type { FactorSetUp } from '@atoll/domain/contract/people/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactorPicture } from '../../person/factor-picture.tsx';
import { showRecoveryCodes } from '../../session/recovery-codes.ts';
import { Button } from '../../ui/display/button.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { CurrentPasswordField, ProfilePart, passwordFault } from './profile-part.tsx';
import parts from './profile-parts.module.css';

const queryKey = ['auth.secondFactor'];

/** Switches the own second factor on and off (R36.7). */
export function SecondFactorForm() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey, queryFn: () => call('auth.secondFactor', { quiet: true }), retry: 1 });
  const factor = useSecondFactor(data?.isOn ?? false);
  if (!data?.isOffered) return null;
  return (
    <ProfilePart
      title={t('factor.title')}
      hint={data.isOn ? t('factor.isOn', { count: data.codesLeft }) : t('factor.hint')}
      onSubmit={factor.submit}
    >
      {data.isOn && data.isDemanded ? (
        <p className={parts.hint}>{t('factor.mustStay')}</p>
      ) : (
        <FactorFields {...factor} isOn={data.isOn} />
      )}
    </ProfilePart>
  );
}

type FactorFieldsProps = Omit<ReturnType<typeof useSecondFactor>, 'submit'> & { readonly isOn: boolean };

function FactorFields({ isOn, setUp, text, write, error, busy }: FactorFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {setUp ? (
        <>
          <FactorPicture setUp={setUp} />
          <TextField
            label={t('factor.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            value={text}
            error={error}
            onChange={(event) => write(event.currentTarget.value)}
          />
        </>
      ) : (
        <CurrentPasswordField value={text} error={error} onWrite={write} />
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
      setError(passwordFault(caught));
    } finally {
      setBusy(false);
      setText('');
    }
  }
  return { setUp, text, write, error, busy, submit };
}
