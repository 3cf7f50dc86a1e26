/** The calls of shifts. */

import * as contract from '@atoll/domain/contract/bill/shift';
import { accountPay, accountReverse } from '@atoll/domain/contract/people/account';
import { payOutWallet } from '@atoll/domain/contract/people/wallet';
import type { FastifyInstance } from 'fastify';
import { pageAnswer, readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { headSigner } from '../../platform/store/outlet/signed-head.ts';
import { payOnAccount } from './account-payment.ts';
import { reverseOnAccount } from './account-reversal.ts';
import { addCash } from './cash.ts';
import { closeShift } from './close.ts';
import { createShift } from './create.ts';
import { openDrawer } from './drawer.ts';
import { activeShift, findShift, listShifts, shiftSorts, shiftToCount, xReport } from './find.ts';
import { otherTills } from './other-tills.ts';
import { payOutWalletInCash } from './wallet-payout.ts';

const sorts = Object.keys(shiftSorts) as (keyof typeof shiftSorts)[];

/** Registers the calls of shifts. */
export function registerShift(app: FastifyInstance, { store, config }: Services): void {
  const signer = headSigner(config.dataDir);
  route(app, contract.activeShift, ({ actor }) => activeShift(store, actor.outletId));
  route(app, contract.createShift, ({ actor, body }) => createShift(store, actor, body));
  route(app, contract.closeShift, async ({ actor, body }) => {
    const { shift, z } = await closeShift(store, actor, body, signer.sign);
    signer.keep(z.signedHead);
    return { ...shift, z };
  });
  route(app, contract.xReport, ({ actor, params }) => xReport(store, actor, params.id));
  route(app, contract.shiftToCount, ({ actor, params }) => shiftToCount(store, actor.outletId, params.id));
  route(app, contract.otherTills, ({ actor, params, now }) => otherTills(store, actor, params.id, now));
  route(app, contract.shiftCash, ({ actor, body }) => addCash(store, actor, body));
  route(app, contract.openDrawer, ({ actor, body }) => openDrawer(store, actor, body));
  route(app, accountPay, ({ actor, body }) => payOnAccount(store, actor, body));
  route(app, accountReverse, ({ actor, body }) => reverseOnAccount(store, actor, body));
  route(app, payOutWallet, ({ actor, body }) => payOutWalletInCash(store, actor, body));
  route(app, contract.findShift, ({ actor, params }) => findShift(store, actor, params.id));
  route(app, contract.listShifts, async ({ actor, query }) => {
    const list = readList(query, sorts);
    const { shifts, count } = await listShifts(store, actor, list);
    return pageAnswer(list, shifts, count);
  });
}
