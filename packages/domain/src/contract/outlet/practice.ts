/** Practice outlets: a copy of an outlet in which nothing counts. Source: R31.45, R31.46, docs/rules.md#practice. */
import * as z from 'zod/mini';
import { outletChoice } from '../people/auth.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, key } from '../platform/shape.ts';

/** Writes that work in practice: what people do with guests. Everything else is done in the outlet itself. */
export const practiceWrites: ReadonlySet<string> = new Set([
  'auth.hubTicket',
  'auth.approve',
  'auth.aboutApproval',
  'auth.decideApproval',
  'auth.cancelApproval',
  'bill.create',
  'bill.update',
  'bill.pay',
  'bill.void',
  'bill.transfer',
  'bill.hand',
  'bill.merge',
  'bill.split',
  'bill.divide',
  'bill.refund',
  'bill.correctPayment',
  'bill.reprint',
  'shift.create',
  'shift.close',
  'shift.cash',
  'shift.drawer',
  'delivery.change',
  'kitchen.bump',
  'customer.create',
  'customer.update',
  'notification.read',
  'history.compare',
]);

/** What whoever opens bills may do in practice, without another permission: nobody can sell there before a shift is open. */
export const practiceOfSellers: ReadonlySet<string> = new Set(['shift.create']);

export const startPractice = defineEndpoint({
  key: 'outlet.practice',
  method: 'POST',
  path: '/app/outlet/practice',
  summary:
    'Returns the practice outlet of an outlet of the caller; makes it when there is none, or a fresh one on request',
  access: { who: 'signedIn' },
  body: z.object({ key, outletId: id, fresh: z.optional(z.boolean()) }),
  answer: outletChoice,
  refusals: ['notFound', 'isPractice', 'keyReused', 'tooMany'],
});
