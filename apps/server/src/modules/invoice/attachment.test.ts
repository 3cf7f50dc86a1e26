import { randomUUIDv7 } from 'node:crypto';
import { contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { maxAttachmentBytes } from '@atoll/domain/contract/stock/purchase';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj <</S/JavaScript>> endobj\ntrailer\n%%EOF\n');
const photo = () =>
  sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#1a7f8e' } })
    .withExif({ IFD0: { Make: 'SecretCamera' } })
    .jpeg()
    .toBuffer();

eachEngine('attachments of purchase invoices', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });

  const headers = (as: SignedIn, outlet = t.cafe) => ({
    authorization: `Bearer ${as.token}`,
    'x-outlet-id': String(outlet),
  });
  async function send(bytes: Buffer, as = admin) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), '../bill.pdf.exe');
    const sent = new Response(form);
    const raw = await t.app.inject({
      method: 'POST',
      url: `/api${contract['invoice.attach'].path}`,
      headers: { ...headers(as), 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return { status: raw.statusCode, body: raw.json() };
  }
  const get = (url: string, as = admin, outlet = t.cafe) =>
    t.app.inject({ url: `/api${url}`, headers: headers(as, outlet) });

  it('stores a PDF unchanged and serves it as a sandboxed download to users who may read invoices', async () => {
    const { status, body } = await send(pdf);
    expect({ status, mime: body.mime }).toEqual({ status: 200, mime: 'application/pdf' });
    const file = await get(body.url);
    expect(file.rawPayload.equals(pdf)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="attachment.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(file.headers['content-security-policy']).toContain('sandbox');
    expect((await send(pdf)).body).toEqual(body);
    const key = String(body.url).split('/').at(-1);
    expect((await t.app.inject({ url: `/files/${t.cafe}/${key}` })).statusCode).toBe(404);
    expect((await get(body.url, await t.signIn('User'))).statusCode).toBe(403);
    expect((await get(body.url, admin, t.shop)).statusCode).toBe(404);
  });

  it('encodes a picture again, at a readable size and without its metadata', async () => {
    const { body } = await send(await photo());
    const file = await get(body.url);
    const { width, format, exif } = await sharp(file.rawPayload).metadata();
    expect({ mime: body.mime, width, format, exif }).toEqual({
      mime: 'image/webp',
      width: 2400,
      format: 'webp',
      exif: undefined,
    });
    const key = String(body.url).split('/').at(-1);
    expect((await t.app.inject({ url: `/files/${t.cafe}/${key}` })).statusCode).toBe(404);
  });

  it('refuses a file that is not a PDF or picture by its content, and a file that is too large', async () => {
    const page = Buffer.from('<html><script>alert(1)</script>%PDF-1.7 %%EOF');
    for (const bytes of [page, Buffer.from('%PDF-1.7 cut off'), (await photo()).subarray(0, 200)]) {
      const { status, body } = await send(bytes);
      expect({ status, reason: body.reason }).toEqual({ status: 422, reason: 'attachmentUnreadable' });
    }
    expect(maxAttachmentBytes).toBe(10 * 1024 * 1024);
    expect((await send(Buffer.concat([pdf, Buffer.alloc(maxAttachmentBytes), pdf]))).status).toBe(413);
    expect((await send(pdf, await t.signIn('User'))).status).toBe(403);
  });

  it('keeps an attachment with its invoice, and refuses a file of another outlet at the field', async () => {
    const call = async (key: 'vendor.create' | 'account.create' | 'invoice.create', body: Record<string, unknown>) =>
      (await t.call(key, { as: admin, body: { key: randomUUIDv7(), ...body } })).body;
    const vendor = await call('vendor.create', { name: 'Reef Foods', phone: '3301234' });
    const account = await call('account.create', { name: 'Cleaning', kind: 'Financial', financialType: 'Expense' });
    const invoice = (url: string) =>
      call('invoice.create', {
        vendorInvoiceNo: randomUUIDv7().slice(-8),
        vendorId: vendor.id,
        invoiceDate: '2026-03-03',
        gstMode: 'Exempt',
        lines: [{ kind: 'Expense', financialAccountId: account.id, qty: 1, unitPrice: 100 }],
        attachments: [{ name: 'The paper', url }],
      });
    const { url } = (await send(pdf)).body;
    expect((await invoice(url)).attachments).toEqual([{ name: 'The paper', url, mime: 'application/pdf' }]);
    for (const wrong of [`${url}0`, `/files/${t.shop}/x`, '/etc/passwd'])
      expect((await invoice(wrong)).errors).toEqual({
        'attachments[0].url': 'File not found. Choose it again',
      });
  });
});
