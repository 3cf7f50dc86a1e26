/** What other modules may use of approvals. */
export { type Approved, type ApprovedActor, type Need, useApproval } from './use-approval.ts';
