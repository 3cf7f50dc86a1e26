import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { saveFile } from '../../../storage/save-file.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import css from './support-bundle.module.css';

/** Shows the files of a support bundle, which the server makes when it opens, and saves them (R31.44). */
export function SupportBundle({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['care.bundle'],
    queryFn: () => call('care.bundle', { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = found;
  const save = () => {
    if (!data) return;
    saveFile(data.name, new Blob([JSON.stringify(data.files, null, 2)], { type: 'application/json' }));
    onClose();
  };
  return (
    <Modal
      title={t('care.bundle')}
      onClose={onClose}
      footer={
        <Button look="main" disabled={!data} onClick={save}>
          {t('care.bundleSave')}
        </Button>
      }
    >
      <Hint>{t('care.bundleHint')}</Hint>
      {found.isError && !data && <NotLoaded found={found} isRow />}
      {!found.isError && !data && <SkeletonRows label={t('ui.loading')} />}
      {data?.files.map(({ name, text }) => (
        <details key={name} className={css.file}>
          <summary>{name}</summary>
          <pre>{text}</pre>
        </details>
      ))}
    </Modal>
  );
}
