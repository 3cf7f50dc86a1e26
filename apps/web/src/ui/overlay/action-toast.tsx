import { toast } from 'react-toastify/unstyled';
import { Button } from '../display/button.tsx';
import css from './action-toast.module.css';
import { useHasToasts } from './toast.ts';

interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

/** Shows a message with one button, such as 'Undo', for `closeMs`. */
export function showActionToast(message: string, { label, onPress }: ToastAction, closeMs: number): void {
  useHasToasts.setState({ hasToasts: true });
  toast(
    ({ closeToast }) => (
      <span className={css.row}>
        <span>{message}</span>
        <span className={css.action}>
          <Button
            look="outline"
            onClick={() => {
              closeToast();
              onPress();
            }}
          >
            {label}
          </Button>
        </span>
      </span>
    ),
    { type: 'success', role: 'status', autoClose: closeMs },
  );
}
