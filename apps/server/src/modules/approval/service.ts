/** The functions of approvals for other modules. */

export type { ApprovedActor, Need } from './need.ts';
export { newItemOf } from './new-items.ts';
export { approvedToSend } from './send.ts';
export { useApproval } from './use-approval.ts';
export { type UsedApprovals, useApprovals } from './use-approvals.ts';
