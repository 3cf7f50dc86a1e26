/** The functions of approvals for other modules. */
export { approvedToSend } from './send.ts';
export { type ApprovedActor, type Need, useApproval } from './use-approval.ts';
