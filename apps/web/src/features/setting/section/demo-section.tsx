import type { Contract } from '@atoll/domain/contract/contract';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/display/button.tsx';
import { PasswordField } from '../../../ui/field/field.tsx';
import { SettingGroup } from '../setting-row.tsx';
import css from './demo-section.module.css';

const pollMs = 400;
const restartTimeoutMs = 30_000;

/** Waits until the server has restarted; for a moment it does not respond. */
async function waitForRestart(): Promise<AnswerOf<Contract['app.info']> | undefined> {
  for (const until = performance.now() + restartTimeoutMs; performance.now() < until; ) {
    const info = await call('app.info', { quiet: true }).catch(() => undefined);
    if (info?.isNew) return info;
    await new Promise((next) => setTimeout(next, pollMs));
  }
  return undefined;
}

/** Ends the use of demo data: shows a plain warning, asks for the password, and starts with an empty store. */
export function DemoSection() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const logout = useSession((state) => state.logout);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    setError(undefined);
    try {
      await call('app.leaveDemo', { body: { password }, inPlace: true });
      queries.setQueryData(['app.info'], await waitForRestart());
      await logout(t('setting.demo.left'));
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
      setBusy(false);
    }
  }

  return (
    <SettingGroup>
      <p>{t('setting.demo.what')}</p>
      <p className={css.warning}>{t('setting.demo.warning')}</p>
      <form
        className={css.narrow}
        onSubmit={(event) => {
          event.preventDefault();
          void leave();
        }}
      >
        <PasswordField
          label={t('setting.demo.password')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" look="danger" busy={busy} disabled={!password}>
          {t('setting.demo.leave')}
        </Button>
      </form>
    </SettingGroup>
  );
}
