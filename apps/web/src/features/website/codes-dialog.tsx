import type { siteCodes } from '@atoll/domain/contract/outlet/website';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { call } from '../../api/api.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { useSession } from '../../session/session.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './codes-dialog.module.css';

type Sheet = AnswerOf<typeof siteCodes>;

/**
 * Shows a sheet with a code for each slot, and prints it. The drawings come from our own server and are shown as pictures. Codes that lead to the
 * server's own machine are not printed: it says what to set instead (R35.63).
 */
export function CodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const found = useQuery({
    queryKey: ['site.codes', outletId],
    queryFn: () => call('site.codes', { inPlace: true }),
  });
  const { data } = found;
  const canPrint = data !== undefined && data.codes.length > 0;
  return (
    <Modal
      title={t('website.codes')}
      size="l"
      onClose={onClose}
      footer={
        <Button look="main" icon="printer" disabled={!canPrint} onClick={() => window.print()}>
          {t('website.print')}
        </Button>
      }
    >
      <p className={css.hint}>{t('website.codesHint')}</p>
      {data?.isLocal ? (
        <Alert>{t('website.codesLocal', { url: data.url })}</Alert>
      ) : data ? (
        <>
          <p className={css.url}>{data.url}</p>
          <Codes codes={data.codes} />
          {createPortal(
            <div className={css.sheet} aria-hidden="true">
              <Codes codes={data.codes} />
            </div>,
            document.body,
          )}
        </>
      ) : found.isError ? (
        <NotLoaded found={found} />
      ) : (
        <Skeleton height={300} />
      )}
    </Modal>
  );
}

function Codes({ codes }: Pick<Sheet, 'codes'>) {
  const { t } = useTranslation();
  return (
    <ul className={css.codes}>
      {codes.map(({ type, slot, svg }) => {
        const name = slotName(t, type, slot);
        return (
          <li key={name}>
            <img alt={name} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
            <strong aria-hidden="true">{name}</strong>
          </li>
        );
      })}
    </ul>
  );
}
