/** Texts that describe an outbox entry to people: what it is, why it is unsynced, and who may send it. */
import { type ActionPermission, isAction } from '@atoll/domain/access/permission';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { TFunction } from 'i18next';
import { actionKey } from '../approval/action-words.ts';
import { slotName } from '../locale/slot-name.ts';
import { forbiddenName, isForbidden, notServerReason, type OutboxEntry } from '../outbox/entry.ts';
import { paidElsewhereText } from '../outbox/paid-elsewhere.ts';
import { amountOf } from '../outbox/unsynced-amount.ts';

/** Returns the slot of an entry's bill, 'Table 3'; '' without a bill. */
export const slotOf = ({ about }: Pick<OutboxEntry, 'about'>, t: TFunction): string =>
  about ? slotName(t, about.type, about.slot) : '';

/** Returns the label of an entry: 'Payment · Table 3 · 127 · MVR 118.80'; without the amount of another person's work that the reader may not see. */
export function whatOf(entry: OutboxEntry, t: TFunction, isHidden = false): string {
  const { about } = entry;
  const amount = amountOf(entry);
  const money = amount > 0 && !isHidden ? formatMoney(laari(amount)) : null;
  return [t(`outbox.kinds.${entry.kind}`), slotOf(entry, t), about?.number, money].filter(Boolean).join(' · ');
}

/** Returns why an entry is unsynced, for the person who took the order; the server's own message where it is plain enough. */
export function whyOf(entry: OutboxEntry, t: TFunction): string {
  const { kind, reason, state } = entry;
  if (isForbidden(entry)) return whyForbidden(entry, t);
  if (entry.isOverdue && reason?.reason !== notServerReason) return t('outbox.why.overdue');
  if (state === 'held') return t('outbox.why.held');
  const isPay = kind === 'pay';
  switch (reason?.reason) {
    case 'billClosed':
      return isPay ? paidElsewhereText(reason) : t('outbox.why.itemsClosed');
    case 'billVoid':
      return isPay ? t('outbox.why.payVoid') : t('outbox.why.itemsVoid');
    case 'billChanged':
    case 'paymentShort':
    case 'overpaid':
      return t('outbox.why.payChanged', { due: formatMoney(laari(dueOf(entry))) });
    case 'menuItemUnknown':
    case 'sizeUnknown':
      return t('outbox.why.notOnMenu');
    case 'shiftClosed':
      return t('outbox.why.shiftClosed');
    case 'shiftOpen':
      return t('outbox.why.shiftOpen');
    case 'duplicate':
      return t('outbox.why.customerExists');
    case notServerReason:
      return t('outbox.why.notServer');
    default:
      return [reason?.message, ...Object.values(reason?.errors ?? {})].filter(Boolean).join('. ');
  }
}

/** Returns who was not allowed to send the entry, what it was, and who can approve. */
function whyForbidden(entry: OutboxEntry, t: TFunction): string {
  const who = forbiddenName(entry);
  if (entry.reason?.reason === 'outletForbidden') return t('outbox.why.otherOutlet', { who });
  const action = t(actionKey(permissionFor(entry)));
  const needsApproval = entry.reason?.reason === 'approvalNeeded';
  return needsApproval ? t('outbox.why.approvalNeeded', { action }) : t('outbox.why.forbidden', { who, action });
}

/** Returns the permission needed to send an entry. */
export function permissionFor({ kind, body, reason }: OutboxEntry): ActionPermission {
  const permission = reason?.['permission'];
  if (typeof permission === 'string' && isAction(permission)) return permission;
  switch (kind) {
    case 'pay':
      return 'bill.pay';
    case 'shift.create':
      return 'shift.open';
    case 'shift.cash':
      return body['kind'] === 'In' ? 'cash.in' : 'cash.out';
    case 'customer.create':
      return 'customer.edit';
    case 'order.create':
    case 'create':
    case 'update':
    case 'void':
      return 'bill.open';
  }
}

/** Returns the amount due in laari as the server sent it; 0 without one. */
export function dueOf({ reason }: OutboxEntry): number {
  const due = reason?.['due'];
  return typeof due === 'number' ? due : 0;
}
