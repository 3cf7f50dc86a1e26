import { approvalCodeLength, isApprovalCode, isWeakApprovalCode } from '@atoll/domain/access/offline-approval';
import { userApprovableActions } from '@atoll/domain/access/permission';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { forgetApprovalCode, hasApprovalCode, keepApprovalCode } from '../../session/approval-code.ts';
import type { SessionUser } from '../../session/session-user.ts';
import { canDeriveSlowly } from '../../session/verifier/slow-key.ts';
import { Button } from '../../ui/display/button.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { CurrentPasswordField, DigitsField, ProfilePart, passwordFault } from './profile-part.tsx';
import parts from './profile-parts.module.css';

/** Lets an approver set the code with which they approve on this device while the server is away (R36.5). */
export function ApprovalCodeForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { isSet, values, write, errors, busy, set, end } = useApprovalCode(user);
  if (!userApprovableActions.some((action) => user.permissions.includes(action))) return null;
  return (
    <ProfilePart title={t('profile.codeTitle')} hint={t('profile.codeHint')} onSubmit={set}>
      {!canDeriveSlowly() ? (
        <p className={parts.hint}>{t('profile.offlineHttps')}</p>
      ) : isSet ? (
        <div className={parts.end}>
          <small>{t('profile.codeOn')}</small>
          <Button onClick={() => void end()} busy={busy}>
            {t('profile.endCode')}
          </Button>
        </div>
      ) : (
        <>
          <DigitsField
            label={t('profile.code')}
            length={approvalCodeLength}
            value={values.code}
            error={errors.code}
            onWrite={(code) => write({ code })}
          />
          <CurrentPasswordField
            value={values.currentPassword}
            error={errors.currentPassword}
            onWrite={(currentPassword) => write({ currentPassword })}
          />
          <div className={parts.end}>
            <Button type="submit" look="accent" busy={busy}>
              {t('profile.setCode')}
            </Button>
          </div>
        </>
      )}
    </ProfilePart>
  );
}

const empty = { code: '', currentPassword: '' };
type Errors = Partial<Record<keyof typeof empty, string>>;

/** Returns what is typed for the approval code, and the functions that set and end it. */
function useApprovalCode(user: SessionUser) {
  const { t } = useTranslation();
  const [isSet, setIsSet] = useState(false);
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void hasApprovalCode(user.email).then(setIsSet);
  }, [user.email]);

  const write = (changed: Partial<typeof empty>) => {
    setValues((was) => ({ ...was, ...changed }));
    setErrors({});
  };
  const faults = (): Errors => {
    if (!isApprovalCode(values.code)) return { code: t('profile.codeSix') };
    if (isWeakApprovalCode(values.code)) return { code: t('profile.codeWeak') };
    if (!values.currentPassword) return { currentPassword: t('ui.required', { label: t('profile.currentPassword') }) };
    return {};
  };
  const failed = (error: unknown): void => setErrors({ currentPassword: passwordFault(error) });

  async function act(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    await work().catch(failed);
    setBusy(false);
  }

  async function set(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = faults();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const { code, currentPassword } = values;
    await act(async () => {
      await keepApprovalCode(
        user,
        code,
        await call('auth.setApprovalCode', { body: { currentPassword }, inPlace: true }),
      );
      setValues(empty);
      setIsSet(true);
      showToast(t('profile.codeSet'), 'good');
    });
  }

  async function end(): Promise<void> {
    // The device forgets it first: it must not approve any more, also when the server cannot be told.
    await forgetApprovalCode(user.email);
    setIsSet(false);
    await act(async () => {
      await call('auth.endApprovalCode', { inPlace: true });
      showToast(t('profile.codeEnded'), 'good');
    });
  }
  return { isSet, values, write, errors, busy, set, end };
}
