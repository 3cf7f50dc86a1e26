import { billOf, line, noon } from '@atoll/domain/bill/testing/bills';
import { codeHash } from '@atoll/domain/wallet/code';
import { expect, it } from 'vitest';
import type { OutboxEntry } from '../outbox/entry.ts';
import { viewOf } from './view.ts';

it('shows a payment by card without what proves that its code is known: tickets of the bill are kept on the till', () => {
  const hash = codeHash('000000000000X');
  const wallet = { id: 7, last4: 'SY37', codeHash: hash, holdKey: 'hold' };
  const payments = [{ key: 'payment', method: 'GiftCard', amount: 5000, wallet }];
  const entry = { kind: 'pay', billKey: 'bill', state: 'queued', madeAt: noon, body: { key: 'bill', payments } };
  const paid = viewOf(billOf([line('burger')]), [entry as unknown as OutboxEntry], undefined);
  expect(paid?.payments.map((one) => one.wallet)).toEqual([{ id: 7, last4: 'SY37' }]);
  expect(JSON.stringify(paid)).not.toContain(hash);
});
