import { type ToastOptions, toast } from 'react-toastify/unstyled';
import type { ShowOptions, ToastKind } from './toast.ts';

/** A press this soon after a message appeared was meant for what it covers. */
const unseenMs = 1000;

/**
 * The time of a message starts when its entrance ends. It starts after this time at the latest, because an entrance without its styles never ends, and
 * the message would stay over the screen.
 */
const maxEntranceMs = 500;

/** When the message of each id appeared: one that is renewed stays where it was. */
const appeared = new Map<string, number>();

/** Returns options that call `onClick` for presses on a message that was seen before. */
function whenSeen(onClick: () => void, id: string): Pick<ToastOptions, 'onOpen' | 'onClick'> {
  return {
    onOpen: () => void appeared.set(id, performance.now()),
    onClick: () => {
      if (performance.now() - (appeared.get(id) ?? Number.POSITIVE_INFINITY) > unseenMs) onClick();
    },
  };
}

/** Ends a message before its time. */
export const dismiss = (id: string): void => toast.dismiss(id);

const kinds = { info: 'info', good: 'success', warning: 'warning', error: 'error' } as const;

/** Shows a message in the toasts of the app; before these are rendered it waits for them. */
export function raise(message: string, kind: ToastKind, { id, sticky, onClick }: ShowOptions): void {
  const isShown = id !== undefined && toast.isActive(id);
  const options: ToastOptions = {
    type: kinds[kind],
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    ...(id === undefined ? {} : { toastId: id }),
    ...(sticky ? { autoClose: false as const } : {}),
    ...(onClick ? whenSeen(onClick, id ?? message) : {}),
  };
  if (!isShown) appeared.delete(id ?? message);
  const shown = isShown ? id : toast(message, options);
  if (isShown) toast.update(id, { ...options, render: message });
  setTimeout(() => toast.play({ id: shown }), maxEntranceMs);
}
