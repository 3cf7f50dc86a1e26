import { Button } from '../display/button.tsx';
import { Actions } from './actions.tsx';
import { DialogFields } from './dialog-form.tsx';
import { Modal } from './overlay.tsx';

interface AskTypedProps {
  readonly title: string;
  readonly why: string;
  /** Labels of the button that goes on, and of the one that leads back to what was typed. */
  readonly goOn: string;
  readonly correct: string;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}

/** Asks once about a value that is probably a typing mistake. The main button leads back to it. */
export function AskTyped({ title, why, goOn, correct, onGoOn, onClose }: AskTypedProps) {
  return (
    <Modal title={title} onClose={onClose} size="s">
      <DialogFields>
        <p>{why}</p>
        <Actions>
          <Button
            onClick={() => {
              onClose();
              onGoOn();
            }}
          >
            {goOn}
          </Button>
          <Button look="main" onClick={onClose}>
            {correct}
          </Button>
        </Actions>
      </DialogFields>
    </Modal>
  );
}
