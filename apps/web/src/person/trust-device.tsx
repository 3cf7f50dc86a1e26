import { shownFingerprint } from '@atoll/domain/trust/fingerprint';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import css from './add-device.module.css';

interface TrustDeviceProps {
  /** The page that brings the authority of the shop to a device. */
  readonly hello: string;
  /** SHA-256 of the authority in hex. */
  readonly fingerprint: string | null;
  readonly onClose: () => void;
}

/** 'Trust a device': the code with which a device gets the certificate of the shop, and the digits to compare there (R31.15). */
export function TrustDevice({ hello, fingerprint, onClose }: TrustDeviceProps) {
  const { t } = useTranslation();
  const found = useQuery({ queryKey: ['trust.code'], queryFn: () => call('trust.code', { inPlace: true }) });
  const svg = found.data?.svg;
  return (
    <Modal title={t('trust.device')} onClose={onClose}>
      {found.isError && !svg ? (
        <NotLoaded found={found} isRow />
      ) : !svg ? (
        <SkeletonRows label={t('ui.loading')} />
      ) : (
        <div className={css.step}>
          <img alt={t('trust.code', { url: hello })} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
          <p>{t('trust.deviceHint')}</p>
          <bdi className={css.address}>{hello}</bdi>
          {fingerprint && (
            <p>
              {t('trust.fingerprintHint')} <bdi className={css.address}>{shownFingerprint(fingerprint)}</bdi>
            </p>
          )}
        </div>
      )}
    </Modal>
  );
}
