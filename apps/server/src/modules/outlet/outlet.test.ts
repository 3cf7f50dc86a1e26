import { outlet as outletShape } from '@atoll/domain/contract/app';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('outlets', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });

  it('[R1.5] [R20.1] answers an outlet with its slot types and dated rates', async () => {
    const as = await t.signIn('User');
    const { status, body } = await t.call('app.findOutlet', { as, outlet: null, params: { id: t.cafe } });
    expect(status).toBe(200);
    expect(outletShape.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      outletId: t.cafe,
      name: 'Atoll Café',
      currency: 'MVR',
      timezone: 'Indian/Maldives',
      gstMode: 'Exclusive',
    });
    const slots = (
      body.slotTypes as { type: string; slotCount: number; rates: { serviceChargePct: number; gstPct: number }[] }[]
    ).map(({ type, slotCount, rates }) => [type, slotCount, rates.at(-1)?.serviceChargePct, rates.at(-1)?.gstPct]);
    expect(slots).toEqual([
      ['Table', 41, 10, 8],
      ['Delivery', 41, 0, 8],
      ['Takeaway', 41, 0, 8],
    ]);
  });

  it('[R1.3] hides the outlets of others like those that are none', async () => {
    const as = await t.signIn('User');
    for (const id of [t.shop, 999_999]) {
      const { status, body } = await t.call('app.findOutlet', { as, params: { id } });
      expect(status).toBe(404);
      expect(body).toMatchObject({ message: 'This is not here', reason: 'notFound' });
    }
  });

  it('[R18.17] answers the features that are on in the outlet', async () => {
    const as = await t.signIn('Manager');
    expect((await t.call('app.features', { as })).body).toEqual(['Delivery', 'Kitchen', 'Tips']);
    expect((await t.call('app.features', { as, outlet: t.shop })).body).toEqual(['Delivery']);
  });
});
