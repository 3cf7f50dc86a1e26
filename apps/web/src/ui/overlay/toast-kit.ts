import { type ToastOptions, toast } from 'react-toastify/unstyled';
import type { ShowOptions, ToastKind } from './toast.ts';

const kinds = { info: 'info', good: 'success', warning: 'warning', error: 'error' } as const;

/** Shows a message in the toasts of the app; before these are rendered it waits for them. */
export function raise(message: string, kind: ToastKind, { id, sticky, onClick }: ShowOptions): void {
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
