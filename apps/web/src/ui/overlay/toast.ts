import { create } from 'zustand';
import { declarePart } from '../hook/later-parts.ts';

export type ToastKind = 'info' | 'good' | 'warning' | 'error';

export interface ShowOptions {
  /** Only one toast of this id is shown; a second one renews it. */
  id?: string | undefined;
  /** Stays until it is dismissed. */
  sticky?: boolean | undefined;
  onClick?: (() => void) | undefined;
}

/** Whether a message was shown: the place for them is rendered from then on. */
export const useHasToasts = create<{ readonly hasToasts: boolean }>()(() => ({ hasToasts: false }));

const fetchKit = () => import('./toast-kit.ts');
declarePart(fetchKit);

/** Shows a short message. Screen readers announce errors at once, others when they pause. Its package is fetched after the first screen. */
export function showToast(message: string, kind: ToastKind = 'info', options: ShowOptions = {}): void {
  useHasToasts.setState({ hasToasts: true });
  // Without the package there is nothing to show a message with.
  void fetchKit().then(
    ({ raise }) => raise(message, kind, options),
    () => undefined,
  );
}

/** Ends the message of an id, which is no longer of use. */
export function hideToast(id: string): void {
  if (!useHasToasts.getState().hasToasts) return;
  void fetchKit().then(
    ({ dismiss }) => dismiss(id),
    () => undefined,
  );
}
