import { useTranslation } from '../../locale/use-translation.ts';
import { showAttention } from '../../outbox/attention.ts';
import { Button } from '../../ui/display/button.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

interface UnsentDialogProps {
  text: string;
  /** Label of the button that continues anyway. */
  action: string;
  onGo: () => void;
  onClose: () => void;
}

/** Asks before unsent work is left behind (docs/rules.md#unsent). */
export function UnsentDialog({ text, action, onGo, onClose }: UnsentDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      title={t('shell.unsentTitle')}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button
            look="plain"
            onClick={() => {
              onClose();
              showAttention();
            }}
          >
            {t('outbox.show')}
          </Button>
          <Button look="soft" onClick={onGo}>
            {action}
          </Button>
          <Button look="main" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  );
}
