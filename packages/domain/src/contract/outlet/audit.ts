/** The audit log of an outlet: who did what, when, on which device, and who approved it. Source: docs/rules.md#audit. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, instant, listQuery, pageOf, text } from '../platform/shape.ts';

export const auditEntry = z.object({
  /** Its number in the outlet's chain. */
  id,
  at: instant,
  /** Who did it; '' for the server itself. */
  person: z.string(),
  /** Who sent it, if somebody else; otherwise ''. */
  sentBy: z.string(),
  /** The person had the permission when acting, but no longer when the entry arrived. */
  isRevoked: z.boolean(),
  subject: z.string(),
  /** The record's key. */
  key: z.string(),
  /** The record's name or number; '' when it has none. */
  record: z._default(z.string(), ''),
  action: z.string(),
  /** The device's name, or its id when it has no name; '' without a device. */
  device: z.string(),
  /** Who approved it; '' without an approval. */
  approvedBy: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Names of the records that the values refer to, by table and id. */
  names: z._default(z.record(z.string(), z.string()), {}),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const access = { who: 'member', anyOf: ['Reports'], allOf: ['report.view', 'Users'] } as const;

/** A device on which a user of the outlet has signed in. */
export const knownDevice = z.object({
  id: z.string(),
  /** '' without a name. */
  name: z.string(),
  usedAt: instant,
});
export type KnownDevice = z.infer<typeof knownDevice>;

export const listDevices = defineEndpoint({
  key: 'audit.devices',
  method: 'GET',
  path: '/app/audit/devices',
  summary: 'Returns the devices on which users of the outlet have signed in, the latest used first, at most 200',
  access: { who: 'member', anyOf: ['Reports'], allOf: ['report.view'] },
  answer: z.array(knownDevice),
  refusals: [],
});

export const listAudit = defineEndpoint({
  key: 'audit.list',
  method: 'GET',
  path: '/app/audit/list',
  summary:
    'Lists the outlet’s history, newest first; `search` is a bill’s number, an invoice number, a record’s key, or how its name begins',
  access,
  query: z.extend(listQuery, {
    userId: z.optional(z.string()),
    subject: z.optional(z.string()),
    action: z.optional(z.string()),
    deviceId: z.optional(z.string()),
    /** The user who approved it; 'any' for any approver. */
    approverId: z.optional(z.string()),
  }),
  answer: z.union([pageOf(auditEntry), z.array(auditEntry)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed', 'reportTooLong'],
});

/** The result of verifying the hash chain: the number of valid rows, or the first invalid one. */
export const chainState = z.object({
  isIntact: z.boolean(),
  rows: z.int(),
  /** The first row that was changed, removed or added; null when the chain is intact. */
  brokenAt: z.nullable(id),
});

export const checkAudit = defineEndpoint({
  key: 'audit.check',
  method: 'GET',
  path: '/app/audit/check',
  summary: 'Verifies the hash chain of the outlet’s history from its first row',
  access,
  answer: chainState,
  refusals: ['reportTooLong'],
});

/** How many ends of the history a till keeps and sends. */
export const maxKeptHeads = 20;

/** An end of the history that a till kept: 'outlet:number:hash:signature', with the store that sent it, as in `X-Store`. */
export const keptHead = z.object({ head: text(300), store: text(100) });
export type KeptHead = z.infer<typeof keptHead>;

export const comparedHeads = z.object({
  /** The signed end of the history now, for the till to keep; '' while there is none. */
  head: z.string(),
  /** The store that it is of. */
  store: z.string(),
  /** The heads that do not agree with the store: they are on the way to the Admins. */
  wrong: z.array(z.string()),
  /** The heads of before a restore that the restored store does not have. */
  restored: z.array(z.string()),
});

export const compareHeads = defineEndpoint({
  key: 'history.compare',
  method: 'POST',
  path: '/history/heads',
  summary: 'Compares the ends of the history that a till kept with the store, and returns the end of now',
  access: { who: 'member' },
  body: z.object({ heads: z.array(keptHead).check(z.maxLength(maxKeptHeads)) }),
  answer: comparedHeads,
  refusals: [],
});
