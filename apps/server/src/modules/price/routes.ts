/** Routes of prices. Unchanged rules are answered with 304. */
import * as contract from '@atoll/domain/contract/outlet/prices';
import { replayPrices } from '@atoll/domain/contract/outlet/replay';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { choiceGroup } from '@atoll/domain/resources/choice-group';
import { customerGroup } from '@atoll/domain/resources/customer-group';
import { priceChange } from '@atoll/domain/resources/price-change';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { hasTag, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerResource } from '../../resource/routes.ts';
import { usedBirthdays } from './birthday-uses.ts';
import { priceChangeHooks } from './change-hooks.ts';
import { choiceGroupHooks } from './choice-hooks.ts';
import { couponsOf, createCoupons, listCoupons } from './coupons.ts';
import { priceListHooks } from './hooks.ts';
import { promotionHooks } from './promotion-hooks.ts';
import { replayDays } from './replay.ts';
import { pricesVersion, readPriceRules } from './rules.ts';

/** Registers the routes of price rules, and of price lists, promotions, price changes, choice groups and customer groups. */
export function registerPrices(app: FastifyInstance, { store, clock }: Services): void {
  registerResource(app, customerGroup, {});
  registerResource(app, priceList, priceListHooks);
  registerResource(app, priceChange, priceChangeHooks);
  registerResource(app, promotion, promotionHooks);
  registerResource(app, choiceGroup, choiceGroupHooks);

  route(app, contract.createCoupons, async ({ actor, body }) => ({ csv: await createCoupons(store, actor, body) }));
  route(app, contract.listCoupons, ({ actor }) =>
    store.readForLists(actor.outletId, (db) => listCoupons(db, actor.outletId)),
  );
  route(app, contract.findCoupon, async ({ actor, query }) => {
    const { outletId } = actor;
    return await store.readOutlet(outletId, async (db) => {
      const [coupon] = await couponsOf(db, outletId, query.billKey.toLowerCase(), [query.hash]);
      const rules = await readPriceRules(db, outletId, await pricesVersion(db, outletId));
      const isPublished = rules.promotions?.some(({ id }) => id === coupon?.promotionId);
      if (!coupon || coupon.isUsedUp || !isPublished) throw refused('couponInvalid');
      return { promotionId: coupon.promotionId, last4: coupon.last4 };
    });
  });

  route(app, contract.findBirthdays, async ({ actor, query }) => {
    const { outletId } = actor;
    return await store.readOutlet(outletId, async (db) => {
      const rules = await readPriceRules(db, outletId, await pricesVersion(db, outletId));
      const [key, customerId] = [query.billKey.toLowerCase(), Number(query.customerId)];
      return { used: await usedBirthdays({ db, outletId, now: clock() }, rules, { key, customerId }) };
    });
  });

  route(app, replayPrices, ({ actor, body }) => replayDays(store, actor.outletId, body));

  route(app, contract.getPrices, async ({ actor, request, reply }) => {
    const { outletId } = actor;
    const version = await store.readOutlet(outletId, (db) => pricesVersion(db, outletId));
    const etag = `"prices-${outletId}-${version}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'authorization, x-outlet-id');
    if (hasTag(request, etag)) return reply.code(304).send();
    // The rules of a version never change.
    const rules = await store.readOutlet(outletId, (db) => readPriceRules(db, outletId, version));
    return rules as AnswerOf<typeof contract.getPrices>;
  });
}
