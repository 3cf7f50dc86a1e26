import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../../locale/use-translation.ts';
import { DeviceList } from '../../person/device-list.tsx';
import { LanguageField } from '../../person/language-field.tsx';
import { useSession } from '../../session/session.ts';
import { Empty } from '../../ui/display/empty.tsx';
import { Drawer, openDelayMs } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { ApprovalCodeForm } from './approval-code-form.tsx';
import { OfflineUnlockForm } from './offline-unlock-form.tsx';
import { PasscodeForm } from './passcode-form.tsx';
import css from './profile-drawer.module.css';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/**
 * Shows the user's own profile over any screen while the address has `profile={user id}`. Closing returns to `r` (R4.5,
 * R8.1).
 */
export function ProfileDrawer() {
  const { t } = useTranslation();
  const here = useRouterState({ select: ({ location }) => location });
  const { profile } = here.search as { profile?: string | number };
  const close = useReturn(here.pathname);
  const user = useSession((state) => state.user);
  if (profile === undefined || !user) return null;
  return (
    <Drawer title={t('profile.title')} onClose={close} delayMs={openDelayMs}>
      {String(profile) === String(user.id) ? (
        <div className={css.parts}>
          <ProfileForm user={user} />
          <PasscodeForm email={user.email} />
          <OfflineUnlockForm email={user.email} />
          <ApprovalCodeForm user={user} />
          <SecondFactorForm />
          <LanguageField hint={t('language.hint')} />
          <DeviceList />
        </div>
      ) : (
        <Empty icon="lock" title={t('profile.notYours')} hint={t('profile.notYoursHint')} />
      )}
    </Drawer>
  );
}
