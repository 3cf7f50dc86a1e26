import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportTemplate } from '@atoll/domain/contract/outlet/report';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createMailer, type Mail } from '../../platform/mail/mailer.ts';
import { isSigned, readHead, readHistoryKey } from '../../platform/store/history-key.ts';
import { headSigner } from '../../platform/store/outlet/signed-head.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, type TestApp, testApp } from '../../testing/test-app.ts';
import { sendDue } from './send-due.ts';

const day = 24 * 3_600_000;
/** Each PDF is drawn on a thread that first reads what draws it: seconds of a processor, and many more of a busy one. */
const drawsPdf = { timeout: 240_000 };
const config = { reportKey: 'sales', range: 'Weekly', compareTo: 'None', filters: {} };

eachEngine('reports by mail', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let manager: SignedIn;
  let id: number;
  const sent: Mail[] = [];
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    manager = await t.signIn('Manager');
    // The history has an entry to sign.
    await t.call('shift.create', { as: admin, body: { key: crypto.randomUUID(), openingBalance: 0 } });
    const body = { key: crypto.randomUUID(), name: 'Our week', config, isShared: true, isFavourite: false };
    id = (await t.call('template.create', { as: manager, body })).body.id;
  });
  beforeEach(async () => {
    sent.length = 0;
    manager = await t.signIn('Manager');
    admin = await t.signIn('Admin');
  });
  const mailer = async (mail: Mail): Promise<void> => void sent.push(mail);
  const send = (mails = mailer) =>
    sendDue({
      store: t.store,
      mailer: mails,
      clock: t.now,
      publicUrl: 'https://pos.reef.example',
      signedHead: (outletId) => headSigner(t.config.dataDir).now(t.store, outletId),
    });
  const schedule = (more: object = {}) =>
    t.call('template.schedule', {
      as: manager,
      body: {
        id,
        schedule: {
          frequency: 'Daily',
          time: '07:30',
          weekday: 0,
          day: 1,
          userIds: [admin.user.id, manager.user.id],
          ...more,
        },
      },
    });
  const isHeadSigned = (mail: Mail | undefined) => {
    const head = readHead(/compares it: (\S+)$/.exec(mail?.text ?? '')?.[1] ?? '');
    const key = readHistoryKey(t.config.dataDir);
    return head && key && isSigned(key, head);
  };
  const template = async () => {
    const { body } = await t.call('template.list', { as: await t.signIn('Manager') });
    return (body as ReportTemplate[])[0];
  };

  it('[R2.23] [R36.23] a due report goes to each recipient once, at the outlet’s local time, with CSV rows and a link', async () => {
    const { status, body } = await schedule();
    // It is one in the afternoon in Malé.
    expect([status, body.schedule.dueAt]).toEqual([200, '2026-03-05T02:30:00.000Z']);
    expect(await send()).toBe(0);
    t.advance(19 * 3_600_000);
    const both = await Promise.all([send(), send()]);
    expect([both, both.toReversed()]).toContainEqual([0, 1]);
    expect(sent.map(({ to }) => to).toSorted()).toEqual([emailOf('Admin'), emailOf('Manager')]);
    expect(sent[0]).toMatchObject({
      subject: 'Our week: 2026-03-01 – 2026-03-05',
      attachments: [{ filename: 'Our week 2026-03-05 from 2026-03-01 to 2026-03-05.csv' }],
    });
    // [R36.23] A copy of the signed end of the history, outside the store.
    expect(isHeadSigned(sent[0])).toBe(true);
    expect(sent[0]?.attachments?.[0]?.content).toMatch(/^\uFEFFDate,Bills,Guests,Subtotal/);
    const run = /https:\/\/pos\.reef\.example\/reports\/view\/(\d+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
    expect((await t.call('report.view', { as: await t.signIn('Admin'), params: { id: run } })).status).toBe(200);
    expect(await send()).toBe(0);
    expect((await template())?.schedule).toMatchObject({ dueAt: '2026-03-06T02:30:00.000Z', problem: '' });
  });

  it('[R2.23] a report is sent once after days without a server, and is retried after a failed mail', async () => {
    t.advance(5 * day);
    const broken = async (): Promise<void> => Promise.reject(new Error('no answer'));
    expect(await send(broken)).toBe(0);
    expect((await template())?.schedule?.problem).toContain('no answer');
    // Another server does not try immediately.
    expect(await send()).toBe(0);
    t.advance(10 * 60_000);
    expect(await send()).toBe(1);
    expect(sent).toHaveLength(2);
    expect(await send()).toBe(0);
    expect((await template())?.schedule).toMatchObject({ dueAt: '2026-03-11T02:30:00.000Z', problem: '' });
  });

  it('[R17.3] [R2.23] a report is sent to nobody who may not see it at that time', async () => {
    const user = await t.signIn('User');
    const wrong = await schedule({ userIds: [user.user.id] });
    expect([wrong.status, wrong.body.errors.userIds]).toEqual([422, 'One of these people cannot see this report']);
    expect((await t.call('template.schedule', { as: admin, body: { id, schedule: null } })).status).toBe(404);
    const listed = (await t.call('template.recipients', { as: manager })).body as { id: number }[];
    expect(new Set(listed.map((one) => one.id))).toEqual(new Set([admin.user.id, manager.user.id]));

    const roles = (role: 'User' | 'Admin' | 'Manager', userId: number) =>
      t.store.writeOrg((db) => db.updateTable('app_user').set({ role }).where('id', '=', userId).execute());
    await roles('User', admin.user.id);
    t.advance(day);
    expect(await send()).toBe(1);
    expect(sent.map(({ to }) => to)).toEqual([emailOf('Manager')]);
    await roles('Admin', admin.user.id);
    await roles('User', manager.user.id);
    t.advance(day);
    expect(await send()).toBe(0);
    expect(sent).toHaveLength(1);
    await roles('Manager', manager.user.id);
    expect((await template())?.schedule?.problem).toBe('The person who saved it can no longer see this report');
    t.advance(day);
    expect(await send()).toBe(0);
    manager = await t.signIn('Manager');
    expect((await schedule({ frequency: 'Weekly', weekday: 5 })).body.schedule.problem).toBe('');
  });

  it('[R2.23] a report has CSV, PDF or both attached, as its schedule says', drawsPdf, async () => {
    const names = async (format: string): Promise<string[]> => {
      expect((await schedule({ format })).body.schedule.format).toBe(format);
      t.advance(day);
      manager = await t.signIn('Manager');
      sent.length = 0;
      expect(await send()).toBe(1);
      return (sent[0]?.attachments ?? []).map(({ filename, contentType }) => `${filename.slice(-3)} ${contentType}`);
    };
    expect(await names('CSV')).toEqual(['csv text/csv; charset=utf-8']);
    expect(await names('Both')).toEqual(['pdf application/pdf', 'csv text/csv; charset=utf-8']);
    expect(await names('PDF')).toEqual(['pdf application/pdf']);
    const [pages] = sent[0]?.attachments ?? [];
    expect(pages?.filename).toMatch(/^Our week ([\d-]{10}) from [\d-]{10} to \1\.pdf$/);
    expect((pages?.content as Buffer | undefined)?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('[R2.23] the attachments of a written mail are the files that were generated', drawsPdf, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'atoll-mail-'));
    const written = createMailer(readConfig({ DATA_DIR: dataDir }));
    expect((await schedule({ format: 'Both', userIds: [manager.user.id] })).status).toBe(200);
    t.advance(day);
    manager = await t.signIn('Manager');
    expect(await send(async (mail) => Promise.all([mailer(mail), written(mail)]).then(() => undefined))).toBe(1);
    const [file = ''] = readdirSync(join(dataDir, 'outbox'));
    const message = readFileSync(join(dataDir, 'outbox', file), 'latin1');
    rmSync(dataDir, { recursive: true, force: true });
    const [, ...parts] = message.split(/--+_NmP-[^\r\n]+/);
    const pages = parts.find((part) => part.includes('application/pdf')) ?? '';
    const attached = Buffer.from(pages.slice(pages.indexOf('\r\n\r\n')), 'base64');
    expect(attached.equals(sent[0]?.attachments?.[0]?.content as Buffer)).toBe(true);
    expect(parts.some((part) => part.includes('text/csv'))).toBe(true);
  });

  it('[R36.23] a server that listens sends what is due by itself, with the signed end of the history', async () => {
    expect((await schedule({ format: 'CSV' })).status).toBe(200);
    t.advance(day);
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const mailed = () => t.mails.find(({ subject }) => subject.startsWith('Our week'));
    // The server first brings its sums up to date, and does other work that it does from its start on.
    await expect.poll(mailed, { timeout: 50_000 }).toBeDefined();
    expect(isHeadSigned(mailed())).toBe(true);
  });

  it('[R2.23] a schedule ends when its template is deleted', async () => {
    expect((await template())?.schedule).toMatchObject({ frequency: 'Daily', format: 'CSV' });
    await t.call('template.delete', { as: manager, params: { id } });
    t.advance(8 * day);
    expect(await send()).toBe(0);
  });
});
