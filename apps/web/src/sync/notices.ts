/** Notifications of the outlet that this person may see; the server stores how far they have read. Source: docs/rules.md#notifications. */
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import { create } from 'zustand';
import { call } from '../api/api.ts';
import { emit, on, type Toast } from '../api/event.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { useSession } from '../session/session.ts';
import { onScope } from '../session/session-scope.ts';

const shown = '50';

interface Notices {
  readonly notices: readonly Notice[];
  /** Their outlet; null before the first read. */
  readonly outletId: number | null;
}

const none: Notices = { notices: [], outletId: null };

export const useNotices = create<Notices>()(() => none);

/** Toast kind of each severity. */
export const toastKinds: Readonly<Record<Notice['severity'], Toast['kind']>> = {
  Info: 'info',
  Warning: 'warning',
  Error: 'error',
};

const newestOf = (notices: readonly Notice[]): number => Math.max(0, ...notices.map(({ id }) => id));

/** Reads the notifications; new ones are shown as toasts. Without the server the known ones stay. */
export async function loadNotices(): Promise<void> {
  const outletId = useSession.getState().scope?.outletId ?? null;
  if (outletId === null) return;
  let notices: readonly Notice[];
  try {
    const query = { page: '1', size: shown };
    const answer = await untilAnswered((signal) => call('notification.list', { query, quiet: true, outletId, signal }));
    notices = [...(Array.isArray(answer) ? answer : answer.items)];
  } catch {
    return;
  }
  if (useSession.getState().scope?.outletId !== outletId) return;
  const known = useNotices.getState();
  useNotices.setState({ notices, outletId });
  if (known.outletId !== outletId) return;
  const since = newestOf(known.notices);
  for (const { id, isRead, severity, title, body } of notices)
    if (id > since && !isRead)
      emit('toast', { kind: toastKinds[severity], message: title, ...(body ? { details: body } : {}) });
}

/** Marks all known notifications as read, or clears them, on the server. */
export async function readNotices(clear: boolean): Promise<void> {
  const { notices } = useNotices.getState();
  if (notices.length === 0) return;
  useNotices.setState({ notices: clear ? [] : notices.map((notice) => ({ ...notice, isRead: true })) });
  try {
    await call('notification.read', {
      body: { upTo: newestOf(notices), clear },
      quiet: true,
    });
  } catch {
    // The call failed: the next read shows them again.
    useNotices.setState({ notices });
  }
}

// The start does not wait for notifications.
onScope(() => void loadNotices());
on('logout', () => useNotices.setState(none));
