/** What other modules may use of approvals. */
export { type ApprovedActor, type Need, useApproval } from './use-approval.ts';
