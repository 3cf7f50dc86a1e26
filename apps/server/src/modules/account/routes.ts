/** The calls of accounts. */
import * as contract from '@atoll/domain/contract/account';
import { businessDate } from '@atoll/domain/date/business-day';
import { account } from '@atoll/domain/resources/account';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { invalid } from '../../resource/check.ts';
import { registerResource } from '../../resource/routes.ts';
import { accountHooks } from './hooks.ts';
import { findLedger } from './ledger.ts';
import { moveAccount } from './service.ts';

/** What each of these does to the debt; an adjustment is signed by who writes it. */
const signs = { Payment: -1, WriteOff: -1, OpeningBalance: 1, Adjustment: 1 } as const;

/** Registers the calls of accounts. */
export function registerAccount(app: FastifyInstance, services: Services): void {
  const { store } = services;
  registerResource(app, account, accountHooks);

  const dayOf = async (outletId: number, at: number): Promise<string> => {
    const outlet = await store.readOrg((db) =>
      db
        .selectFrom('outlet')
        .select(['timezone', 'business_day_cutoff'])
        .where('id', '=', outletId)
        .executeTakeFirstOrThrow(),
    );
    return businessDate(at, outlet.timezone, outlet.business_day_cutoff);
  };

  route(app, contract.accountLedger, async ({ actor, params, query, now }) => {
    const { from, to } = readList(query, []);
    return findLedger(store, actor.outletId, params.id, { from, to, today: await dayOf(actor.outletId, now) });
  });

  route(app, contract.accountPay, async ({ actor, body, now }) => {
    const { key, id: accountId, type, amount, ...more } = body;
    if (amount === 0 || (amount < 0 && type !== 'Adjustment'))
      throw invalid({ amount: 'Amount must be at least 0.01' });
    if (type !== 'Payment' && !more.note) throw invalid({ note: 'Note is required' });
    const day = await dayOf(actor.outletId, now);
    const { method = '', reference = '', note = '' } = more;
    return store.writeOutlet(actor.outletId, (tx) =>
      moveAccount(tx, {
        key: key.toLowerCase(),
        accountId,
        type,
        amount: signs[type] * amount,
        at: tx.now,
        businessDate: day,
        shiftId: type === 'Payment' ? tx.head.shiftId : null,
        method,
        reference,
        note,
        madeBy: actor,
      }),
    );
  });
}
