import { beforeAll, expect, it } from 'vitest';
import type { CommittedChange } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { addShop, newKey, refusalOf, type Shop } from '../bill/testing/shop.ts';
import { answerJob, claimJobs, findJob, handJob } from './service.ts';
import { registerStation } from './station.ts';

eachEngine('print stations', (on) => {
  let shop: Shop;
  let clock = Date.parse('2026-03-04T08:00:00Z');
  const device = (deviceId: string) => ({ ...shop.admin, deviceId, deviceKey: '', sessionId: deviceId });
  const job = (jobKey = newKey()) => ({ type: 'Kot' as const, printerName: 'Kitchen', jobKey, bill: { slot: '7' } });
  const hand = (body = job()) => handJob(shop.store, device('phone'), body);
  const claim = (deviceId = 'till') => claimJobs(shop.store, device(deviceId), clock);
  const answer = (jobKey: string, state: 'done' | 'waiting' | 'failed', deviceId = 'till') =>
    answerJob(shop.store, device(deviceId), { jobKey, state, isDuplicate: false, message: '' });
  beforeAll(async () => {
    shop = await addShop(await on.open({ now: () => clock }));
    for (const deviceId of ['phone', 'till', 'bar']) await registerStation(shop.store, device(deviceId));
    clock += 120_000;
  });

  it('[R18.23] refuses a job with printStationMissing when no station is available', async () => {
    expect(await refusalOf(hand())).toMatchObject({
      reason: 'printStationMissing',
      status: 409,
    });
    await claimJobs(shop.store, device('phone'), clock);
    expect((await refusalOf(hand()))?.reason).toBe('printStationMissing');
  });

  it('[R18.23] hands a job to one station under its own key, and the station reports the result', async () => {
    await claim();
    await claim('bar');
    const changed: CommittedChange[] = [];
    shop.store.onCommitted((changes) => changed.push(...changes));
    const body = job();
    expect(await hand(body)).toMatchObject({ jobKey: body.jobKey, state: 'queued' });
    expect(changed).toMatchObject([{ entity: 'Ticket', action: 'Printed' }]);
    expect(await claim()).toEqual([body]);
    expect(await claim('bar')).toEqual([]);
    expect((await refusalOf(answer(body.jobKey, 'done', 'bar')))?.reason).toBe('notFound');
    await answer(body.jobKey, 'done');
    expect(await findJob(shop.store, shop.outletId, body.jobKey)).toMatchObject({ state: 'done' });
    expect(await hand(body)).toMatchObject({ state: 'done' });
    expect(await claim()).toEqual([]);
  });

  it('offers a failed job again under the same key, and a job without a result only to the station that claimed it', async () => {
    const body = job();
    await hand(body);
    await claim();
    await answer(body.jobKey, 'failed');
    expect(await hand(body)).toMatchObject({ state: 'queued' });
    expect(await claim()).toEqual([body]);
    clock += 25_000;
    expect(await claim('bar')).toEqual([]);
    expect(await claim()).toEqual([body]);
  });

  it('[R35.12] offers a job again when it is sent again after no station claimed it for two minutes', async () => {
    await claim();
    const body = job();
    await hand(body);
    clock += 119_000;
    await claim('bar');
    await answer(body.jobKey, 'waiting', 'bar');
    const other = job();
    await hand(other);
    clock += 121_000;
    expect(await claim()).toEqual([]);
    expect(await hand(other)).toMatchObject({ state: 'queued' });
    expect(await hand(body)).toMatchObject({ state: 'waiting' });
    expect(await claim()).toEqual([other]);
    await answer(other.jobKey, 'done');
  });

  it('forgets a silent station and a job that nobody claimed', async () => {
    await claim();
    await hand();
    clock += 121_000;
    expect(await claim()).toEqual([]);
    clock += 61_000;
    expect((await refusalOf(hand()))?.reason).toBe('printStationMissing');
  });

  it('[R35.77] gives a station what others print only if its person may see their bills, and a cook their tickets', async () => {
    const only = await addShop(shop.store);
    const at = (deviceId: string, userId: number, ...permissions: string[]) => ({
      ...only.admin,
      userId,
      deviceId,
      deviceKey: '',
      sessionId: deviceId,
      permissions: new Set(permissions),
    });
    const asked = at('phone', 1, 'bill.viewOthers');
    const of = (type: 'Slip' | 'Kot') => ({ ...job(), type });
    const claimed = async (actor: ReturnType<typeof at>) =>
      (await claimJobs(only.store, actor, clock)).map(({ type }) => type);
    for (const deviceId of ['till', 'hall']) await registerStation(only.store, at(deviceId, 2));
    expect((await refusalOf(handJob(only.store, asked, of('Kot'))))?.reason).toBe('printStationMissing');
    await claimJobs(only.store, at('till', 2, 'Kitchen'), clock);
    expect((await refusalOf(handJob(only.store, asked, of('Slip'))))?.reason).toBe('printStationMissing');
    await handJob(only.store, asked, of('Kot'));
    await claimJobs(only.store, at('till', 2, 'bill.viewOthers'), clock + 30_000);
    clock += 30_000;
    await handJob(only.store, asked, of('Slip'));
    expect(await claimed(at('hall', 3))).toEqual([]);
    expect(await claimed(at('hall', 3, 'bill.viewOthers'))).toEqual(['Slip']);
  });
});
