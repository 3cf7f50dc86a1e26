import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

/** Asks whether to leave with unsaved changes, which are then discarded. */
export function LeaveQuestion({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      title={t('setting.unsaved')}
      size="s"
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{t('setting.stay')}</Button>
          <Button look="danger" onClick={onLeave}>
            {t('setting.leaveUnsaved')}
          </Button>
        </>
      }
    >
      <p>{t('setting.leaveQuestion')}</p>
    </Modal>
  );
}
