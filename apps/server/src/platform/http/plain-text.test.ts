import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';

eachEngine('texts with control characters', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const customer = (part: object) =>
    t.call('customer.create', {
      as: admin,
      body: { key: crypto.randomUUID(), name: 'Aisha', phone: '7771234', ...part },
    });
  const open = (part: object) =>
    t.call('bill.create', {
      as: admin,
      body: { key: crypto.randomUUID(), type: 'Table', slot: '1', items: [], ...part },
    });

  it('[R35.91] refuses them in records and bills by the name of the field, and stores nothing', async () => {
    for (const text of ['A\u0000b', 'A\u001b[2J', 'A\ud800', 'A\nb']) {
      const answer = await customer({ name: text });
      expect(answer.status, JSON.stringify(text)).toBe(422);
      expect(answer.body).toMatchObject({
        reason: 'invalid',
        errors: { name: 'Name has characters that Atoll cannot use. Type it again' },
      });
    }
    const bill = await open({ note: 'A\u0000b' });
    expect(bill.status).toBe(422);
    expect(bill.body.errors).toEqual({ note: 'Note has characters that Atoll cannot use. Type it again' });
  });

  it('[R35.91] takes line breaks and tabs where a text has several lines', async () => {
    const answer = await customer({ note: 'Two\nlines\tand a tab', phone: '7771235' });
    expect([answer.status, answer.body.note]).toEqual([200, 'Two\nlines\tand a tab']);
  });
});
