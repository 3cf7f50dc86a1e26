import type { ReactNode } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../display/button.tsx';
import { Actions } from './actions.tsx';
import css from './dialog-form.module.css';
import { Modal, type OverlayProps } from './overlay.tsx';

interface DialogFormProps {
  readonly children: ReactNode;
  /** Called when the form is submitted; the browser neither sends nor checks it. */
  readonly onSubmit: () => void;
}

/** Renders the form of a dialog: its fields below each other. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Renders the fields of a dialog that is not submitted as a form, below each other. */
export function DialogFields({ children }: Pick<DialogFormProps, 'children'>) {
  return <div className={css.form}>{children}</div>;
}

interface ActionDialogProps extends Pick<OverlayProps, 'title' | 'onClose' | 'size' | 'children'> {
  /** The verb of the button that does it, and how it looks. */
  readonly action: string;
  readonly look?: 'main' | 'danger';
  readonly busy?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Called when the button or Enter in a field is pressed, while it is neither busy nor disabled. */
  readonly onAction: () => void;
}

/** Renders a dialog that asks for something and then does it: its fields, 'Cancel', and a button that Enter presses too. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, onClose, size, action, look = 'main', busy = false, disabled = false, onAction, children } = props;
  const { t } = useTranslation();
  return (
    <Modal title={title} onClose={onClose} size={size}>
      <DialogForm onSubmit={onAction}>
        {children}
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look={look} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
