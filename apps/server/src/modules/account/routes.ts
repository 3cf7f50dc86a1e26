/** The calls of accounts. */
import * as contract from '@atoll/domain/contract/people/account';
import { account } from '@atoll/domain/resources/account';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import { registerResource } from '../../resource/routes.ts';
import { findCredit } from './credit.ts';
import { accountHooks } from './hooks.ts';
import { findLedger } from './ledger.ts';

/** Registers the calls of accounts. */
export function registerAccount(app: FastifyInstance, services: Services): void {
  const { store } = services;
  registerResource(app, account, accountHooks);

  route(app, contract.accountLedger, async ({ actor, params, query, now }) => {
    const { from, to } = query;
    const today = await store.readOutlet(actor.outletId, (db) => todayOf(db, actor.outletId, now));
    return findLedger(store, actor.outletId, params.id, { from, to, today });
  });

  route(app, contract.accountCredit, ({ actor, params }) => findCredit(store, actor.outletId, params.id));
}
