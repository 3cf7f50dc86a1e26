import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';

interface DiscardDialogProps {
  /** Title of the form. */
  readonly title: string;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks whether to close a form with changes (R10.3). */
export function DiscardDialog({ title, onStay, onDiscard }: DiscardDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      title={t('resource.sureClose')}
      size="s"
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{t('resource.keepTyping')}</Button>
          <Button look="danger" onClick={onDiscard}>
            {t('resource.discard')}
          </Button>
        </>
      }
    >
      <p>{title}</p>
    </Modal>
  );
}
