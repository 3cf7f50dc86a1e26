import { type ToastOptions, toast } from 'react-toastify/unstyled';

export type ToastKind = 'info' | 'good' | 'warning' | 'error';

const kinds = { info: 'info', good: 'success', warning: 'warning', error: 'error' } as const;

interface ShowOptions {
  /** Only one toast of this id is shown; a second one renews it. */
  id?: string | undefined;
  /** Stays until it is dismissed. */
  sticky?: boolean | undefined;
  onClick?: (() => void) | undefined;
}

/** Shows a short message. Screen readers announce errors at once, others when they pause. */
export function showToast(message: string, kind: ToastKind = 'info', { id, sticky, onClick }: ShowOptions = {}): void {
  const options: ToastOptions = {
    type: kinds[kind],
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    ...(id === undefined ? {} : { toastId: id }),
    ...(sticky ? { autoClose: false as const } : {}),
    ...(onClick ? { onClick } : {}),
  };
  if (id !== undefined && toast.isActive(id)) toast.update(id, { ...options, render: message });
  else toast(message, options);
}
