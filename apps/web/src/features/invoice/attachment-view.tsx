import type { KeptAttachment } from '@atoll/domain/contract/stock/purchase';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { stream } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { FailureBox } from '../../form/form-dialog.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { saveFile } from '../../storage/save-file.ts';
import { Button } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './attachment-view.module.css';

interface AttachmentProps {
  readonly file: KeptAttachment;
  /** Content beside the file's name. */
  readonly children?: ReactNode;
}

/** Files of earlier releases have a public address; the others need the permission to read invoices. */
const isOpen = ({ url }: KeptAttachment): boolean => url.startsWith('/files/');

const read = async ({ url }: KeptAttachment): Promise<Blob> =>
  (isOpen({ url, name: '', mime: 'image/webp' })
    ? await fetch(url)
    : await stream('GET', url, { inPlace: true })
  ).blob();

/** Fetches the bytes of a picture; those of a PDF are fetched on demand. */
function usePicture(file: KeptAttachment) {
  return useQuery({
    queryKey: ['invoice.attachment', file.url],
    enabled: file.mime === 'image/webp',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => read(file),
  });
}

/** Shows a picture whose bytes need a signed-in user. */
function Picture({
  bytes,
  alt,
  className,
}: {
  readonly bytes: Blob;
  readonly alt: string;
  readonly className?: string | undefined;
}) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(bytes);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes],
  );
  return <img ref={show} alt={alt} className={className} />;
}

/** Shows an attachment of an invoice: a picture opens large, a PDF is saved. */
export function AttachmentView({ file, children }: AttachmentProps) {
  const { t } = useTranslation();
  const { act, busy, failure } = useAct();
  const [isLarge, setLarge] = useState(false);
  const found = usePicture(file);
  const picture = found.data;
  const isPdf = file.mime === 'application/pdf';
  const save = () => act('save', async () => saveFile(`${file.name.replace(/\.pdf$/i, '')}.pdf`, await read(file)));
  return (
    <div className={css.attachment}>
      <span className={css.frame}>
        {picture ? (
          <Picture bytes={picture} alt="" />
        ) : isPdf ? (
          <strong>{t('invoice.pdf')}</strong>
        ) : (
          <Icon name="image" size={24} />
        )}
      </span>
      <div className={css.side}>
        {children ?? <span className={css.name}>{file.name}</span>}
        <Button
          look="plain"
          busy={busy !== null}
          aria-label={t(isPdf ? 'invoice.saveFile' : 'invoice.openFile', { name: file.name })}
          onClick={() => (isPdf ? void save() : setLarge(true))}
        >
          {t(isPdf ? 'invoice.savePdf' : 'invoice.open')}
        </Button>
        {failure && <FailureBox failure={failure} />}
      </div>
      {isLarge && (
        <Modal title={file.name} size="l" onClose={() => setLarge(false)}>
          {picture ? (
            <Picture bytes={picture} alt={file.name} className={css.large} />
          ) : found.isError ? (
            <NotLoaded found={found} />
          ) : (
            <Skeleton height={320} />
          )}
        </Modal>
      )}
    </div>
  );
}
