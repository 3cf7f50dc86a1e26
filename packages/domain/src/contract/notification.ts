/** What an outlet tells its people: low stock, an approval asked for, a late delivery. Source: docs/rules.md#notifications. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { foreignId, id, listQuery, pageOf } from './shape.ts';

export const noticeSeverities = ['Info', 'Warning', 'Error'] as const;
export type NoticeSeverity = (typeof noticeSeverities)[number];

/** `entityName` and `entityId`: what it is about, shown by the route 'View {entityName}'; null for what has no view. */
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
  summary: 'What the caller may see and has not cleared, newest first',
  access: { who: 'member' },
  query: listQuery,
  answer: z.union([pageOf(notice), z.array(notice)]),
  refusals: ['pageSizeUnknown'],
});

export const readNotices = defineEndpoint({
  key: 'notification.read',
  method: 'PUT',
  path: '/app/notification/read',
  summary: 'Everything up to an id is read; with `clear` it is not listed any more. For the caller alone',
  access: { who: 'member' },
  body: z.object({ upTo: foreignId, clear: z.optional(z.boolean()) }),
  refusals: [],
});
