/** Approvals: somebody who may do an action allows another person to do it once. Source: docs/rules.md#approvals. */
import * as z from 'zod/mini';
import { maxPasswordLength } from '../../access/credentials.ts';
import { actionPermissions } from '../../access/permission.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, instant, key, maxLaari, requiredText, text } from '../platform/shape.ts';
import { aboutNothing, approvalAbout, askedSubject } from './approval-about.ts';

/** How long an approval is valid after it was requested or granted. */
export const approvalSeconds = 120;

/**
 * Subject of an approval to send the waiting entries of a till when the sender lacks the permission for them (any more); its key is the device's.
 * It is valid for the entries that were shown to the approver, each once. Source: docs/rules.md#approvals.
 */
export const sendingSubject = 'Outbox';

export const approvalStatuses = ['Pending', 'Granted', 'Denied', 'Expired', 'Used'] as const;

const permission = z.enum(actionPermissions);
/** Laari or percent, like the limit of the action. */
const amount = z.number().check(z.minimum(0), z.maximum(maxLaari));

export const approval = z.object({
  key,
  permission,
  subjectType: z.string(),
  subjectKey: z.string(),
  amount: z.nullable(z.number()),
  reason: z.string(),
  requestedBy: id,
  requestedByName: z.string(),
  about: z._default(approvalAbout, aboutNothing),
  approverId: id,
  status: z.enum(approvalStatuses),
  expiresAt: instant,
});
export type Approval = z.infer<typeof approval>;

export const approve = defineEndpoint({
  key: 'auth.approve',
  method: 'POST',
  path: '/auth/approve',
  summary:
    'Requests approval of an action: granted at once with the approver’s passcode, otherwise decided on the approver’s device',
  access: { who: 'member' },
  body: z.object({
    permission,
    ...askedSubject,
    /** What the person does, when `permission` is 'bill.lower.printed'. */
    doing: z.optional(permission),
    amount: z.optional(amount),
    reason: requiredText(3, 200),
    approverId: id,
    passcode: z.optional(text(8)),
  }),
  answer: z.object({ key, expiresAt: instant, status: z.enum(approvalStatuses) }),
  refusals: ['approverPasscodeWrong', 'approverLocked', 'approverUnfit', 'forbidden', 'entriesMissing'],
});

export const aboutApproval = defineEndpoint({
  key: 'auth.aboutApproval',
  method: 'POST',
  path: '/auth/approval/about',
  summary: 'Returns what an approval would be about, as the approver will read it; changes nothing',
  access: { who: 'member' },
  body: z.object({ ...askedSubject, permission: z.optional(permission), amount: z.optional(amount) }),
  answer: approvalAbout,
  refusals: [],
});

export const setApprovalCode = defineEndpoint({
  key: 'auth.setApprovalCode',
  method: 'POST',
  path: '/auth/approval-code',
  summary:
    'Returns a secret with which this device signs approvals of the caller while the server is away; the device keeps it locked under the approval code',
  access: { who: 'member' },
  body: z.object({ currentPassword: text(maxPasswordLength) }),
  answer: z.object({ codeId: z.string(), secret: z.string() }),
  refusals: ['passwordWrong', 'tooMany', 'forbidden'],
});

export const endApprovalCode = defineEndpoint({
  key: 'auth.endApprovalCode',
  method: 'POST',
  path: '/auth/approval-code/end',
  summary: 'Ends the approval code of the caller on this device',
  access: { who: 'member' },
  refusals: [],
});

export const approvers = defineEndpoint({
  key: 'auth.approvers',
  method: 'GET',
  path: '/auth/approvers/list',
  summary: 'Returns the users of this outlet who may approve an action of an amount',
  access: { who: 'member' },
  query: z.object({ permission: z.string(), amount: z.optional(z.string()), subjectType: z.optional(z.string()) }),
  answer: z.array(z.object({ id, name: z.string(), jobTitle: z.string(), avatar: z.nullable(z.string()) })),
  refusals: [],
});

export const approvals = defineEndpoint({
  key: 'auth.approvals',
  method: 'GET',
  path: '/auth/approvals/list',
  summary: 'Returns the approvals that wait for the caller’s decision',
  access: { who: 'member' },
  answer: z.array(approval),
  refusals: [],
});

export const findApproval = defineEndpoint({
  key: 'auth.findApproval',
  method: 'GET',
  path: '/auth/approvals/find/:key',
  summary: 'Returns the status of an approval that the caller requested',
  access: { who: 'member' },
  params: z.object({ key: z.string().check(z.maxLength(80)) }),
  answer: approval,
  refusals: ['notFound'],
});

export const decideApproval = defineEndpoint({
  key: 'auth.decideApproval',
  method: 'PUT',
  path: '/auth/approval/decide',
  summary: 'Grants or denies an approval that waits for the caller',
  access: { who: 'member' },
  body: z.object({ key, granted: z.boolean() }),
  answer: approval,
  refusals: ['notFound', 'approvalEnded'],
});

export const cancelApproval = defineEndpoint({
  key: 'auth.cancelApproval',
  method: 'PUT',
  path: '/auth/approval/cancel',
  summary:
    'Ends an approval that the caller requested and that nobody has answered; nothing happens when there is none',
  access: { who: 'member' },
  body: z.object({ key }),
  refusals: [],
});
