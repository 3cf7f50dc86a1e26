/** Notifications of an outlet: low stock, a requested approval, a late delivery. Source: docs/rules.md#notifications. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { foreignId, id, listQuery, pageOf } from '../platform/shape.ts';

export const noticeSeverities = ['Info', 'Warning', 'Error'] as const;
export type NoticeSeverity = (typeof noticeSeverities)[number];

/** A notification. `entityName` and `entityId` are the record that it is about, shown by the route 'View {entityName}'; null without such a view. */
export const notice = z.object({
  id,
  severity: z.enum(noticeSeverities),
  title: z.string(),
  body: z.string(),
  entityName: z.nullable(z.string()),
  entityId: z.nullable(id),
  at: z.string(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

export const listNotices = defineEndpoint({
  key: 'notification.list',
  method: 'GET',
  path: '/app/notifications/list',
  summary: 'Lists the notifications that the caller may see and has not cleared, newest first',
  access: { who: 'member' },
  query: listQuery,
  answer: z.union([pageOf(notice), z.array(notice)]),
  refusals: ['pageSizeUnknown'],
});

export const readNotices = defineEndpoint({
  key: 'notification.read',
  method: 'PUT',
  path: '/app/notification/read',
  summary: 'Marks notifications up to an id as read, only for the caller; with `clear` they are no longer listed',
  access: { who: 'member' },
  body: z.object({ upTo: foreignId, clear: z.optional(z.boolean()) }),
  refusals: [],
});
