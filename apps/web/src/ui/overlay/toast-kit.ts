import { type ToastOptions, toast } from 'react-toastify/unstyled';
import type { ShowOptions, ToastKind } from './toast.ts';

/** A press this soon after a message appeared was meant for what it covers. */
const unseenMs = 400;

/** Returns options that call `onClick` for presses on a message that was seen before. */
function whenSeen(onClick: () => void, isShown: boolean): Pick<ToastOptions, 'onOpen' | 'onClick'> {
  let shownAt = isShown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    onOpen: () => {
      shownAt = performance.now();
    },
    onClick: () => {
      if (performance.now() - shownAt > unseenMs) onClick();
    },
  };
}

const kinds = { info: 'info', good: 'success', warning: 'warning', error: 'error' } as const;

/** Shows a message in the toasts of the app; before these are rendered it waits for them. */
export function raise(message: string, kind: ToastKind, { id, sticky, onClick }: ShowOptions): void {
  const isShown = id !== undefined && toast.isActive(id);
  const options: ToastOptions = {
    type: kinds[kind],
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    ...(id === undefined ? {} : { toastId: id }),
    ...(sticky ? { autoClose: false as const } : {}),
    ...(onClick ? whenSeen(onClick, isShown) : {}),
  };
  if (isShown) toast.update(id ?? '', { ...options, render: message });
  else toast(message, options);
}
