/** What an action needs, who does it, and the approval that allowed it. Source: docs/rules.md#approvals. */
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { ApprovalAbout } from '@atoll/domain/contract/bill/approval-about';
import type { Actor } from '../../platform/http/actor.ts';

/** Who asks: an `Actor`, or the part of it that a service has. */
export type ApprovedActor = Pick<Actor, 'userId' | 'outletId' | 'permissions'> &
  Partial<Pick<Actor, 'approvable' | 'limits' | 'approvalKey' | 'deviceId' | 'sentBy'>>;

/** An item that is not on the bill yet. */
export interface NewItem {
  readonly key: string;
  readonly menuItemId: number;
  readonly qty: number;
  /** Price × quantity, laari. */
  readonly amount: number;
}

export interface Need {
  readonly permission: ActionPermission;
  /** Key of the bill, shift or other record that the action changes. */
  readonly subjectKey: string;
  /** Laari or percent, where the action has a limit. */
  readonly amount?: number | undefined;
  /** The items of the bill that it changes. */
  readonly itemKeys?: readonly string[] | undefined;
  /** Those of them that the command adds, whose quantity and amount the approver saw. */
  readonly newItems?: readonly NewItem[] | undefined;
  /** Who gets the bills that are handed over: its approver read the name. */
  readonly toUserId?: number | undefined;
  /** The total of the bill in laari, where all of it goes: the approver saw at least that. */
  readonly total?: number | undefined;
  /** The amount is all that the command takes off, so its approval covers what else the command does. */
  readonly isWhole?: boolean | undefined;
}

const shiftPermissions: ReadonlySet<ActionPermission> = new Set([
  'drawer.open',
  'cash.in',
  'cash.out',
  'shift.open',
  'shift.close',
  'shift.closeOther',
]);

/** Returns the type of record that an approval of this permission is about: what its approver is shown depends on it. Source: R36.17. */
export function subjectTypeOf({ permission, subjectKey }: Pick<Need, 'permission' | 'subjectKey'>): string {
  if (shiftPermissions.has(permission)) return 'Shift';
  if (permission === 'payment.correct' && subjectKey.startsWith('account ')) return 'Account';
  if (permission === 'bill.refund' && subjectKey.startsWith('order ')) return 'Order';
  if (permission === 'bill.refund' && subjectKey.startsWith('wallet ')) return 'Wallet';
  if (permission !== 'bill.transfer.server') return 'Bill';
  if (subjectKey.startsWith('section ')) return 'Section';
  return subjectKey.startsWith('user ') ? 'User' : 'Bill';
}

/** Recorded in the history (`approvalKey`) and, for a bill, in `approved`. */
export interface Approved {
  readonly key: string;
  readonly approverId: number;
  /** What its approver saw; absent when they approved without the server. */
  readonly about?: Partial<ApprovalAbout>;
}
