/** Asks for the password before a sensitive change, when it was typed too long ago. Source: R36.7, docs/rules.md#recent-password. */
import { create } from 'zustand';

interface AskedPassword {
  /** Called with true after the server accepted the password, with false when the person closed the dialog. */
  readonly onAnswered: ((isConfirmed: boolean) => void) | null;
}

export const useAskedPassword = create<AskedPassword>()(() => ({ onAnswered: null }));

let asking: Promise<boolean> | null = null;

/** Opens the dialog and resolves when it is answered; concurrent calls share it. */
export function confirmPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    useAskedPassword.setState({
      onAnswered: (isConfirmed) => {
        asking = null;
        useAskedPassword.setState({ onAnswered: null });
        resolve(isConfirmed);
      },
    });
  });
  return asking;
}
