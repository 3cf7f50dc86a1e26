import type { Contract } from '@atoll/domain/contract/contract';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { shownFingerprint } from '@atoll/domain/trust/fingerprint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useNow } from '../../../clock/now.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import css from './trust-section.module.css';

type Trust = AnswerOf<Contract['trust.read']>;

const dayMs = 24 * 3600 * 1000;

/** Shows the certificate of the server, renews it, and shows the code with which a device comes to trust it (R31.15). */
export function TrustSection() {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['trust.read'],
    queryFn: () => call('trust.read', { inPlace: true }),
    staleTime: 0,
  });
  const { data } = found;
  if (found.isError && !data) return <NotLoaded found={found} isRow />;
  if (!data) return <SkeletonRows label={t('ui.loading')} />;
  const { mode, origin, names, addresses, fingerprint, hello } = data;
  return (
    <>
      <SettingGroup>
        <SettingRow label={t('trust.mode')} hint={t(`trust.modes.${mode}`)}>
          {null}
        </SettingRow>
        <SettingRow label={t('trust.origin')} hint={t('trust.originHint')}>
          <bdi className={css.value}>{origin}</bdi>
        </SettingRow>
        {mode !== 'off' && (
          <>
            <SettingRow label={t('trust.names')} hint={t('trust.namesHint')}>
              <ul className={css.names} aria-label={t('trust.names')} dir="ltr">
                {[...names, ...addresses].map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </SettingRow>
            <DaysLeft trust={data} />
          </>
        )}
        {fingerprint && (
          <SettingRow label={t('trust.fingerprint')} hint={t('trust.fingerprintHint')}>
            <bdi className={css.digits} dir="ltr">
              {shownFingerprint(fingerprint)}
            </bdi>
          </SettingRow>
        )}
      </SettingGroup>
      {hello && <DeviceCode url={hello} />}
    </>
  );
}

/** Shows how long the certificate is valid, and renews it now. */
function DaysLeft({ trust }: { trust: Trust }) {
  const { t } = useTranslation();
  const now = useNow();
  const timezone = useTimezone();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { notAfter, problem } = trust;
  const days = notAfter ? Math.floor((Date.parse(notAfter) - now) / dayMs) : 0;

  async function renew() {
    setBusy(true);
    setError(undefined);
    try {
      const renewed = await call('trust.renew', { inPlace: true });
      queries.setQueryData(['trust.read'], renewed);
      if (!renewed.problem) showToast(t('trust.renewed'), 'good');
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <SettingRow
      label={t('trust.left')}
      hint={notAfter ? t('trust.leftHint', { date: dayAndTime(notAfter, timezone) }) : ''}
      error={error ?? (problem ? t(`trust.problems.${problem}`) : undefined)}
    >
      <div className={css.renew}>
        <b>{days < 0 ? t('trust.ended') : t('trust.days', { count: days })}</b>
        <Button look="accent" busy={busy} onClick={() => void renew()}>
          {t('trust.renew')}
        </Button>
      </div>
    </SettingRow>
  );
}

/** Shows the address of the page that brings the authority to a device, and its QR code. */
function DeviceCode({ url }: { url: string }) {
  const { t } = useTranslation();
  const found = useQuery({ queryKey: ['trust.code'], queryFn: () => call('trust.code', { inPlace: true }) });
  const { data } = found;
  if (found.isError && !data) return <NotLoaded found={found} isRow />;
  if (!data?.svg) return <SkeletonRows label={t('ui.loading')} />;
  const { svg } = data;
  return (
    <SettingGroup title={t('trust.device')}>
      <div className={css.code}>
        <img alt={t('trust.code', { url })} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
        <p>
          {t('trust.deviceHint')}
          <bdi className={css.value}>{url}</bdi>
        </p>
      </div>
    </SettingGroup>
  );
}
