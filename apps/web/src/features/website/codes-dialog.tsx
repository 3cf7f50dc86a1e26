import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/display/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './codes-dialog.module.css';

/** Shows a sheet with a code for each slot. The drawings come from our own server and are shown as pictures. */
export function CodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const found = useQuery({
    queryKey: ['site.codes', outletId],
    queryFn: () => call('site.codes', { quiet: true }),
  });
  const { data } = found;
  return (
    <Modal
      title={t('website.codes')}
      size="l"
      onClose={onClose}
      footer={
        <Button look="main" icon="printer" disabled={!data} onClick={() => window.print()}>
          {t('website.print')}
        </Button>
      }
    >
      <p className={css.hint}>{t('website.codesHint')}</p>
      {data ? (
        <>
          <p className={css.url}>{data.url}</p>
          <ul className={css.codes}>
            {data.codes.map(({ type, slot, svg }) => {
              const name = `${t(`bill.types.${type}` as 'bill.types.Table')} ${slot}`;
              return (
                <li key={name}>
                  <img alt={name} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
                  <strong aria-hidden="true">{name}</strong>
                </li>
              );
            })}
          </ul>
        </>
      ) : found.isError ? (
        <NotLoaded found={found} />
      ) : (
        <Skeleton height={300} />
      )}
    </Modal>
  );
}
