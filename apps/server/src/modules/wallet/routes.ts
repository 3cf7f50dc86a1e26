/** The calls of wallets. */
import * as contract from '@atoll/domain/contract/people/wallet';
import type { FastifyInstance } from 'fastify';
import { Refused } from '../../platform/errors/refused.ts';
import { createLimiter } from '../../platform/http/limit/limiter.ts';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { adjustWallet, blockWallet, replaceWallet } from './change.ts';
import { holdWallet, releaseWallet } from './hold.ts';
import { findLedger, listWallets, walletSorts } from './list.ts';
import { walletsForTills } from './offline.ts';
import { expireWallet } from './payout.ts';

const minute = 60_000;

/** Registers the calls of wallets. Ten codes that nobody has are free, then each wait is longer. */
export function registerWallet(app: FastifyInstance, { store, clock }: Services): void {
  const misses = createLimiter({
    clock,
    free: 10,
    firstWaitMs: minute,
    maxWaitMs: 10 * minute,
    forgetMs: 10 * minute,
  });

  route(app, contract.holdWallet, async ({ actor, body }) => {
    const name = `${actor.outletId} ${actor.userId}`;
    misses.ask(name);
    try {
      return await holdWallet(store, actor, body);
    } catch (error) {
      const isUnknown = error instanceof Refused && error.refusal.reason === 'walletUnknown';
      // A customer without store credit is no guess.
      if (isUnknown && body.code !== undefined) misses.count(name);
      throw error;
    }
  });

  route(app, contract.listWallets, ({ actor, query }) =>
    listWallets(store, actor.outletId, readList(query, walletSorts), query),
  );
  route(app, contract.offlineWallets, ({ actor, query: { since } }) =>
    walletsForTills(store, actor.outletId, clock(), since === undefined ? null : Date.parse(since)),
  );
  route(app, contract.findLedger, ({ actor, params }) => findLedger(store, actor.outletId, params.id));

  const changed = async (actor: { outletId: number }, { id }: { id: number }, work: Promise<void>) => {
    await work;
    return findLedger(store, actor.outletId, String(id));
  };
  route(app, contract.blockWallet, ({ actor, body }) => changed(actor, body, blockWallet(store, actor, body)));
  route(app, contract.replaceWallet, ({ actor, body }) => changed(actor, body, replaceWallet(store, actor, body)));
  route(app, contract.adjustWallet, ({ actor, body }) => changed(actor, body, adjustWallet(store, actor, body)));

  route(app, contract.expireWallet, ({ actor, body }) => changed(actor, body, expireWallet(store, actor, body)));

  route(app, contract.releaseWallet, ({ actor, params }) => releaseWallet(store, actor, params.key));
}
