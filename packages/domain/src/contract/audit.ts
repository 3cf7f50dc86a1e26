/** The history of an outlet as a person reads it: who did what, when, on which device, who approved it. Source: docs/rules.md#audit. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, pageOf } from './shape.ts';

export const auditEntry = z.object({
  /** Its number in the outlet's chain. */
  id,
  at: instant,
  /** Who did it; '' is nobody: the server itself. */
  person: z.string(),
  /** Who sent it, when that was somebody else; ''. */
  sentBy: z.string(),
  /** Who did it might do it then, and not any more when it arrived. */
  isRevoked: z.boolean(),
  subject: z.string(),
  /** The record's key. */
  key: z.string(),
  action: z.string(),
  /** The device's name, or its id when it has none; ''. */
  device: z.string(),
  /** Who approved it; ''. */
  approvedBy: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const access = { who: 'member', anyOf: ['Reports'], allOf: ['report.view', 'Users'] } as const;

/** A device that somebody of the outlet has signed in on. */
export const knownDevice = z.object({
  id: z.string(),
  /** '' has none. */
  name: z.string(),
  usedAt: instant,
});
export type KnownDevice = z.infer<typeof knownDevice>;

export const listDevices = defineEndpoint({
  key: 'audit.devices',
  method: 'GET',
  path: '/app/audit/devices',
  summary: 'The devices that people of the outlet have signed in on, the latest used first: 200 at most',
  access: { who: 'member', anyOf: ['Reports'], allOf: ['report.view'] },
  answer: z.array(knownDevice),
  refusals: [],
});

export const listAudit = defineEndpoint({
  key: 'audit.list',
  method: 'GET',
  path: '/app/audit/list',
  summary:
    'The outlet’s history by the grid’s query, newest first; `search` is a bill’s number, an invoice, or a record’s key',
  access,
  query: z.extend(listQuery, {
    userId: z.optional(z.string()),
    subject: z.optional(z.string()),
    action: z.optional(z.string()),
    deviceId: z.optional(z.string()),
    /** The user who approved it; 'any' is everybody. */
    approverId: z.optional(z.string()),
  }),
  answer: z.union([pageOf(auditEntry), z.array(auditEntry)]),
  refusals: ['pageSizeUnknown', 'malformed', 'reportTooLong'],
});

/** What walking the chain of hashes says: how many rows agree, or the first one that does not. */
export const chainState = z.object({
  isIntact: z.boolean(),
  rows: z.int(),
  /** The first row that was changed, is missing or was added; null. */
  brokenAt: z.nullable(id),
});

export const checkAudit = defineEndpoint({
  key: 'audit.check',
  method: 'GET',
  path: '/app/audit/check',
  summary: 'Walks the outlet’s history from its first row and says whether it is as it was written',
  access,
  answer: chainState,
  refusals: ['reportTooLong'],
});
