import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('settings', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const read = (outlet = t.cafe) => t.call('app.settings', { as: admin, outlet });
  const save = (body: unknown, as = admin) => t.call('app.saveSettings', { as, body });

  it('[R18.16] a new outlet has no stored settings', async () => {
    expect((await read()).body).toEqual([]);
  });

  it('[R18.16] writes the keys that are sent, keeps the others, and reads them back', async () => {
    expect(
      (
        await save([
          { key: 'KotPrinter', value: 'Kitchen' },
          { key: 'VoidReasons', values: ['Wrong item'] },
        ])
      ).status,
    ).toBe(200);
    const { body } = await save([{ key: 'AutoPrintEnabled', value: 'false' }]);
    const all = [
      { key: 'AutoPrintEnabled', value: 'false' },
      { key: 'KotPrinter', value: 'Kitchen' },
      { key: 'VoidReasons', values: ['Wrong item'] },
    ];
    expect(body).toEqual(all);
    expect((await read()).body).toEqual(all);
    expect((await read(t.shop)).body).toEqual([]);
  });

  it('[R18.16] removes a setting that is sent without a value', async () => {
    await save([{ key: 'BillCopies', value: '2' }]);
    const { body } = await save([{ key: 'BillCopies' }]);
    expect((body as { key: string }[]).map(({ key }) => key)).not.toContain('BillCopies');
  });

  it('[R18.16] refuses an unknown key and writes nothing of that request', async () => {
    const { status, body } = await save([
      { key: 'BotPrinter', value: 'Bar' },
      { key: 'BotPrintr', value: 'Bar' },
    ]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ reason: 'settingUnknown', errors: { '1.key': "Setting 'BotPrintr' not found" } });
    expect(JSON.stringify((await read()).body)).not.toContain('BotPrinter');
    expect((await save([{ key: 'constructor', value: 'x' }])).body.reason).toBe('settingUnknown');
  });

  it.each([
    ['AutoPrintEnabled', { value: 'yes' }],
    ['BillCopies', { value: '6' }],
    ['BillCopies', { value: '1.5' }],
    ['IdleLockSeconds', { value: '10' }],
    ['RoundCash', { value: '5' }],
    ['NegativeStock', { value: 'Maybe' }],
    ['PaymentMethods', { values: ['Cash', 'Shells'] }],
    ['VoidReasons', { value: 'one' }],
    ['KotPrinter', { values: ['Kitchen'] }],
  ])('[R18.16] refuses a wrong value of %s: %j', async (key, value) => {
    const { status, body } = await save([{ key, ...value }]);
    expect(status).toBe(422);
    expect(body.reason).toBe('invalid');
    expect(Object.values(body.errors as object)[0]).toContain(key);
  });

  it('refuses minutes by which a ticket of the kitchen would be red before it is yellow', async () => {
    const amber = (value: string) => ({ key: 'KitchenAmberMinutes', value });
    const red = (value: string) => ({ key: 'KitchenRedMinutes', value });
    const wrong = [[red('10')], [amber('20')], [{ key: 'BillCopies', value: '1' }, amber('6'), red('5')]];
    expect((await Promise.all(wrong.map((one) => save(one)))).map(({ status, body }) => [status, body.errors])).toEqual(
      [
        [422, { '0.value': 'Red must come after yellow' }],
        [422, { '0.value': 'Red must come after yellow' }],
        [422, { '1.value': 'Red must come after yellow' }],
      ],
    );
    expect((await save([amber('30'), red('40')])).status).toBe(200);
    expect((await save([{ key: 'KitchenRedMinutes' }])).body.reason).toBe('invalid');
    expect((await save([{ key: 'KitchenRedMinutes' }, { key: 'KitchenAmberMinutes' }])).status).toBe(200);
  });

  it('[R18.16] records each change in the history with before and after, and notifies the outlet once', async () => {
    const seqOf = () =>
      t.store.readOutlet(t.cafe, (db) =>
        db
          .selectFrom('change_log')
          .select('seq')
          .where('outlet_id', '=', t.cafe)
          .where('entity', '=', 'Settings')
          .execute(),
      );
    const before = (await seqOf()).length;
    await save([
      { key: 'FallbackPrinter', value: 'Front' },
      { key: 'DrawerKick', value: 'true' },
    ]);
    await save([{ key: 'FallbackPrinter', value: 'Front' }]);
    expect((await seqOf()).length).toBe(before + 1);
    const notes = await t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .selectAll()
        .where('outlet_id', '=', t.cafe)
        .where('subject_key', '=', 'FallbackPrinter')
        .execute(),
    );
    expect(notes).toHaveLength(1);
    expect(notes[0]?.data).toContain('"value":"Front"');
  });

  it('[R17.3] lets every member read settings, and only users who manage settings write them', async () => {
    const user = await t.signIn('User');
    const manager = await t.signIn('Manager');
    expect((await t.call('app.settings', { as: user })).status).toBe(200);
    for (const as of [user, manager]) expect((await save([{ key: 'DrawerKick', value: 'true' }], as)).status).toBe(403);
  });
});
