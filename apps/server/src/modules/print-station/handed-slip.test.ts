import { randomUUID } from 'node:crypto';
import type { PrintBody, PrintSlip } from '@atoll/domain/contract/bill/print';
import { notReceipt } from '@atoll/domain/contract/bill/print-heads';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('slips on another till', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let waiter: SignedIn;
  /** The session on the till with the print server. */
  let till: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin', 'office');
    waiter = await t.signIn('User', 'phone');
    till = await t.signIn('Admin', 'till');
    await t.call('print.register', { as: till });
    await t.call('print.claim', { as: till });
  });
  const job = (more: object) => ({
    type: 'Slip',
    printerName: 'Front',
    printedBy: 'The owner',
    jobKey: randomUUID(),
    outlet: { name: 'Another shop', tin: '1000000GST001' },
    bill: { type: 'Table', slot: '4', invoiceNumber: 'R99', total: 4000, items: [{ name: 'Lobster', qty: 2 }] },
    ...more,
  });
  const hand = (body: object, as = waiter) => t.call('print.hand', { as, body });
  const slipped = (slip: PrintSlip, as = waiter) => hand(job({ slip }), as);
  const printed = async (body: { jobKey: string }, as = waiter) => {
    const { status, body: answer } = await hand(body, as);
    expect([status, answer]).toEqual([200, expect.anything()]);
    const { body: jobs } = await t.call('print.claim', { as: till });
    return (jobs as PrintBody[]).find(({ jobKey }) => jobKey === body.jobKey);
  };
  const reason = { label: 'Reason', value: 'Change' };
  const figures = [
    { label: '2x Lobster', value: '1,200.00' },
    { label: 'Total', value: '1,200.00' },
  ];

  it('[R36.18] prints a slip with the outlet and the person that the server knows, and nothing of a bill', async () => {
    const paper = await printed(
      job({ slip: { title: 'Cash in', large: '9.00', rows: [reason] }, qr: 'https://evil.example', title: 'Receipt' }),
    );
    expect(paper).toMatchObject({ printedBy: 'User One', slip: { title: 'Cash in', large: '9.00', rows: [reason] } });
    expect(paper?.bill).toEqual({ type: 'Table', slot: '', items: [] });
    expect(paper?.outlet.name).not.toBe('Another shop');
    expect([paper?.qr, paper?.title]).toEqual([undefined, undefined]);
  });

  it('keeps nothing of a slip once it is printed, such as the code of a gift card', async () => {
    const slip = { title: 'Gift card', large: '500.00', rows: [{ label: 'Code', value: '7K2Q-AAAA-BBBB-C' }] };
    const body = job({ slip });
    expect((await printed(body))?.slip).toMatchObject(slip);
    const stored = async () => {
      const rows = await t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('handed_job').select(['key', 'doc']).execute(),
      );
      return JSON.stringify(rows.filter(({ key }) => key === body.jobKey));
    };
    expect(await stored()).toContain('7K2Q-AAAA-BBBB-C');
    const result = { jobKey: body.jobKey, state: 'done', isDuplicate: false, message: '' };
    expect((await t.call('print.answer', { as: till, body: result })).status).toBeLessThan(300);
    expect(await stored()).toContain(body.jobKey);
    expect(await stored()).not.toContain('7K2Q');
    // One that no till printed goes with the next job after a day.
    const left = job({ slip });
    expect((await hand(left)).status).toBe(200);
    const kept = () =>
      t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('handed_job').select('key').where('key', '=', left.jobKey).execute(),
      );
    t.advance(24 * 3_600_000 + 1000);
    [admin, waiter, till] = [
      await t.signIn('Admin', 'office'),
      await t.signIn('User', 'phone'),
      await t.signIn('Admin', 'till'),
    ];
    await t.call('print.claim', { as: till });
    expect(await kept()).toHaveLength(1);
    await slipped({ title: 'Cash in', rows: [reason] });
    expect(await kept()).toEqual([]);
  });

  it('[R36.18] refuses a slip that reads as a bill, receipt or tax invoice, from anybody', async () => {
    for (const title of ['Receipt', 'TAX INVOICE 12', 'ރަސީދު'])
      for (const as of [waiter, admin]) {
        const answers = [
          await slipped({ title, rows: [reason] }, as),
          await slipped({ title: 'Cash in', large: title }, as),
        ];
        expect(answers.map(({ status, body }) => [status, body.reason])).toEqual(
          Array.from({ length: 2 }, () => [403, 'forbidden']),
        );
        expect(answers[0]?.body.message).toBeTruthy();
      }
  });

  it('[R36.18] says on a slip with several figures that it is no receipt, and prints pictures for readers of reports', async () => {
    const picture = { image: 'data:image/png;base64,AAAA', width: 1, height: 1 };
    const note = 'n'.repeat(300);
    for (const as of [waiter, admin]) {
      const paper = await printed(job({ slip: { title: 'Shift', rows: figures, note } }), as);
      expect(paper?.slip).toMatchObject({ title: 'Shift', rows: figures });
      expect(paper?.slip?.note).toHaveLength(300);
      expect(paper?.slip?.note?.endsWith(`n\n${notReceipt}`)).toBe(true);
    }
    expect((await hand(job({ type: 'Image', picture, slip: { title: 'Chart' } }))).status).toBe(403);
    expect(await printed(job({ type: 'Image', picture, slip: { title: 'Chart' } }), admin)).toMatchObject({ picture });
    // The dishes of a moved table have no figures.
    const moved = {
      title: 'Moved',
      large: 'Table 4 -> Table 7',
      note: 'Bill 12',
      rows: [{ label: '2x Lobster', value: '' }],
    };
    expect((await printed(job({ slip: moved })))?.slip).toEqual({
      ...moved,
      rows: moved.rows.map((row) => ({ ...row, isHeading: false })),
    });
  });

  it('[R36.18] says so too where a receipt stands in the labels, headings or the note of a slip', async () => {
    const lines = ['2x Lobster 1,200.00', 'Total 1,200.00'];
    const slips: readonly PrintSlip[] = [
      { title: 'Shift', rows: lines.map((label) => ({ label, value: '' })) },
      { title: 'Shift', rows: [{ label: 'RECEIPT', value: '', isHeading: true }] },
      { title: 'Shift', note: lines.join(' ') },
    ];
    for (const slip of slips) expect((await printed(job({ slip })))?.slip?.note).toContain(notReceipt);
  });

  it('[R36.18] refuses a slip that is longer than paper needs', async () => {
    const rows = Array.from({ length: 201 }, () => ({ label: 'Row', value: '' }));
    expect((await slipped({ title: 'Moved', rows })).body.reason).toBe('malformed');
    expect((await slipped({ title: 'M'.repeat(61) })).body.reason).toBe('malformed');
  });

  it('[R36.18] prints a ticket of a till that made it without the server, as the till sends it', async () => {
    const items = [{ key: randomUUID(), name: 'Mas Huni', qty: 2 }];
    const bill = { key: randomUUID(), number: 'T3-41', type: 'Table', slot: '4', items };
    const ticket = job({ type: 'Kot', kind: 'New', kotNo: 'T3-7', sentAt: '2026-03-04T07:00:00Z', bill });
    expect(await printed(ticket)).toMatchObject({ kotNo: 'T3-7', bill });
  });
});
