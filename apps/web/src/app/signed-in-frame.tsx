import { useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { Activity, useState } from 'react';
import { useAskedApproval } from '../approval/approval.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useAskedPassword } from '../session/confirm-password.ts';
import { useRecoveryCodes } from '../session/recovery-codes.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { StartupSpinner } from '../ui/display/spinner.tsx';
import { later } from '../ui/hook/later.tsx';
import { pathTo } from '../ui/overlay/route-path.ts';
import { IdleLock } from './idle-lock.tsx';
import { PracticeFrame } from './practice/practice-frame.tsx';
import { loginSearch } from './route/guard.ts';
import { ProfileOver } from './route/profile-over.tsx';
import { Shell } from './shell/shell.tsx';

const LockScreen = later(async () => (await import('../features/sign-in/lock-screen.tsx')).LockScreen);
const OutletSelector = later(async () => (await import('../features/outlet/outlet-selector.tsx')).OutletSelector);
const ApprovalDialog = later(async () => (await import('../approval/approval-dialog.tsx')).ApprovalDialog);
const PasswordDialog = later(async () => (await import('./password-dialog.tsx')).PasswordDialog);
const ApprovalInbox = later(async () => (await import('../approval/approval-inbox.tsx')).ApprovalInbox, {
  waits: true,
});
const RecoveryCodesDialog = later(async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog);

const PracticePapers = later(async () => (await import('./practice/practice-papers.tsx')).PracticePapers);

/**
 * Renders everything behind the sign-in. While locked, the screen stays mounted, hidden and inert, so that typed values
 * are kept. Another profile or outlet starts with fresh screens.
 */
export function SignedInFrame() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const isChoosingOutlet = useMatches({ select: (matches) => matches.at(-1)?.staticData.isOutletSelector ?? false });
  const email = useSession((state) => state.user?.email);
  const outletId = useSession((state) => state.scope?.outletId);
  const isPractice = useSession((state) => Boolean(state.scope?.practiceOf));
  const isLocked = useSession((state) => state.isLocked);
  const initialising = useApp((state) => state.initialising);
  // The outlet's data is there, even while it is fetched again.
  const hasData = useApp((state) => state.outlet !== null && state.outletId === outletId);
  const isReady = hasData || !initialising;
  const isApprovalAsked = useAskedApproval() !== null;
  const isPasswordAsked = useAskedPassword((state) => state.onAnswered !== null);
  const hasCodes = useRecoveryCodes((state) => state.codes !== null);
  const [wasOpen, setWasOpen] = useState(!isLocked);
  if (!isLocked && !wasOpen) setWasOpen(true);
  if (!email) return null;
  return (
    <>
      {isPractice && <PracticeFrame />}
      {isPractice && <PracticePapers />}
      {wasOpen && isReady && (
        <Activity mode={isLocked ? 'hidden' : 'visible'}>
          <Shell key={`${email} ${outletId}`} />
          {isChoosingOutlet && <OutletSelector />}
          <ProfileOver />
          <IdleLock />
          {isApprovalAsked && <ApprovalDialog />}
          <ApprovalInbox />
          {isPasswordAsked && <PasswordDialog />}
          {hasCodes && <RecoveryCodesDialog />}
        </Activity>
      )}
      {isLocked && (
        <LockScreen
          placeholder={<StartupSpinner label={t('ui.loading')} />}
          onAdd={(why) => void navigate({ to: pathTo('Login'), search: loginSearch(href, why) })}
        />
      )}
      {!isReady && !isLocked && <StartupSpinner label={t('ui.loading')} />}
    </>
  );
}
