import type { DeviceSession } from '@atoll/domain/contract/people/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/api.ts';
import { dayAndTime } from '../locale/instant.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import { useSession } from '../session/session.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { Button } from '../ui/display/button.tsx';
import { Chip } from '../ui/display/chip.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import { showToast } from '../ui/overlay/toast.ts';
import css from './device-list.module.css';
import { deviceWords } from './device-words.ts';

/** Lists the devices where a person is signed in, each with a sign-out button; the own devices without `userId`. */
export function DeviceList({ userId }: { userId?: number | undefined }) {
  const { t } = useTranslation();
  const queryKey = ['auth.sessions', userId ?? null];
  const found = useQuery({
    queryKey,
    queryFn: () =>
      call('auth.sessions', { query: userId === undefined ? {} : { userId: String(userId) }, inPlace: true }),
  });
  return (
    <section className={css.devices}>
      <h3 className={css.title}>{t('device.title')}</h3>
      {found.isPending ? (
        <SkeletonRows rows={2} height={64} label={t('ui.loading')} />
      ) : found.isError ? (
        <NotLoaded found={found} title={t('device.loadFailed')} isRow />
      ) : found.data.length === 0 ? (
        <p className={css.none}>{t('device.none')}</p>
      ) : (
        <ul className={css.list}>
          {found.data.map((device) => (
            <Device key={device.id} device={device} queryKey={queryKey} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Device({ device, queryKey }: { device: DeviceSession; queryKey: readonly unknown[] }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const timezone = useTimezone();
  const logout = useSession((state) => state.logout);
  const [busy, setBusy] = useState(false);
  const name = deviceWords(device.device) || t('device.unknown');

  async function signOut(): Promise<void> {
    if (device.isThis) return logout(t('session.loggedOut'));
    setBusy(true);
    try {
      await call('auth.endSession', { params: { id: device.id }, inPlace: true });
      showToast(t('device.ended', { device: name }), 'good');
      await queries.invalidateQueries({ queryKey });
    } catch {
      showToast(t('device.endFailed'), 'warning');
    } finally {
      setBusy(false);
    }
    return undefined;
  }

  return (
    <li className={css.device}>
      <Icon name="globe" size={22} />
      <span className={css.words}>
        <b>
          {name} {device.isThis && <Chip tone="open">{t('device.thisOne')}</Chip>}
        </b>
        <small>{t('device.lastUsed', { time: dayAndTime(device.lastUsedAt, timezone) })}</small>
        <small>{device.ip}</small>
      </span>
      <Button
        look="outline"
        busy={busy}
        aria-label={t('device.signOutOf', { device: name })}
        onClick={() => void signOut()}
      >
        {t('device.signOut')}
      </Button>
    </li>
  );
}
