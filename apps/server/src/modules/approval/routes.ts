/** API calls of approvals. */
import { actionPermissions } from '@atoll/domain/access/permission';
import * as contract from '@atoll/domain/contract/bill/approval';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Auth } from '../auth/service.ts';
import { describeApproval } from './about.ts';
import { endApprovalCode, setApprovalCode } from './approval-code.ts';
import { approve, cancelApproval, decideApproval } from './approve.ts';
import { findApprovers } from './approver.ts';
import { findApproval, waitingApprovals } from './find.ts';

/** Registers the calls of approvals. */
export function registerApproval(app: FastifyInstance, { store, clock }: Services, auth: Pick<Auth, 'ask'>): void {
  route(app, contract.approve, async ({ actor, body }) => {
    const { key, status, expires_at } = await approve({ store, clock }, actor, body);
    return { key, status, expiresAt: new Date(expires_at).toISOString() };
  });
  route(app, contract.aboutApproval, ({ actor, body }) =>
    store.readOutlet(actor.outletId, (db) =>
      describeApproval(db, body, { outletId: actor.outletId, askerId: actor.userId, viewer: actor }),
    ),
  );
  route(app, contract.approvers, async ({ actor, query }) => {
    const permission = actionPermissions.find((one) => one === query.permission);
    const amount = query.amount === undefined ? undefined : Number(query.amount);
    if (!permission || Number.isNaN(amount)) throw refused('malformed');
    const found = await store.readOutlet(actor.outletId, (db) =>
      findApprovers(db, actor.outletId, { permission, amount }),
    );
    return found
      .filter(({ id }) => id !== actor.userId || query.subjectType === contract.sendingSubject)
      .map(({ id, name, job_title, avatar }) => ({ id, name, jobTitle: job_title, avatar }));
  });
  const ask = auth.ask.currentPassword;
  route(app, contract.setApprovalCode, ({ actor, body, now }) =>
    setApprovalCode({ store, now, ask }, actor, body.currentPassword),
  );
  route(app, contract.endApprovalCode, ({ actor, now }) => endApprovalCode({ store, now }, actor));
  route(app, contract.approvals, ({ actor, now }) => waitingApprovals(store, actor, now));
  route(app, contract.findApproval, ({ actor, params, now }) => findApproval(store, actor, params.key, now));
  route(app, contract.cancelApproval, async ({ actor, body }) => {
    await cancelApproval(store, actor, body.key);
    return undefined;
  });
  route(app, contract.decideApproval, ({ actor, body }) => decideApproval(store, actor, body));
}
