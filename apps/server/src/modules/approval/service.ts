/** The functions of approvals for other modules. */
export { type ApprovedActor, type Need, useApproval } from './use-approval.ts';
