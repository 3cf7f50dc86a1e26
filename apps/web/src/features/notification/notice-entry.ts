import type { Notice } from '@atoll/domain/contract/outlet/notification';
import { sentenceText } from '../../locale/sentence.ts';
import type { Notification } from '../../sync/app-state.ts';
import { toastKinds } from '../../sync/notices.ts';

/** A row of the panel from any source: an error on this device, a hub message, or a notification of the outlet. */
export interface NoticeEntry {
  readonly key: string;
  readonly kind: Notification['kind'];
  readonly title: string;
  readonly body: string;
  readonly at: string;
  readonly isRead: boolean;
  readonly entityName: string | null;
  readonly entityId: number | null;
}

/** Returns the notifications of this device and of the server, newest first. */
export function joinNotices(own: readonly Notification[], notices: readonly Notice[]): NoticeEntry[] {
  const here = own.map(({ id, kind, message, details = '', at, isRead }) => ({
    key: id,
    kind,
    title: sentenceText(message),
    body: sentenceText(details),
    at,
    isRead,
    entityName: null,
    entityId: null,
  }));
  const fromServer = notices.map(({ id, severity, ...notice }) => ({
    ...notice,
    title: sentenceText(notice.title),
    body: sentenceText(notice.body),
    key: `server ${id}`,
    kind: toastKinds[severity],
  }));
  return [...here, ...fromServer].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
