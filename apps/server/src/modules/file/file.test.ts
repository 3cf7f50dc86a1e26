import { crc32 } from 'node:zlib';
import { contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { maxImageBytes } from '@atoll/domain/contract/platform/file';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const photo = (width = 2000, height = 1000) =>
  sharp({ create: { width, height, channels: 3, background: '#1a7f8e' } })
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();

/** A PNG of a few bytes whose header claims 30,000 × 30,000 pixels. */
async function bomb(): Promise<Buffer> {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

eachEngine('pictures of the outlet', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });

  async function send(bytes: Buffer | null, as: SignedIn = admin) {
    const form = new FormData();
    if (bytes) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '../../etc/passwd.png');
    else form.append('other', 'x');
    const sent = new Response(form);
    const raw = await t.app.inject({
      method: 'POST',
      url: `/api${contract['file.save'].path}`,
      headers: {
        authorization: `Bearer ${as.token}`,
        'x-outlet-id': String(t.cafe),
        'content-type': sent.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return { status: raw.statusCode, body: raw.json() };
  }

  it('[R11.13] stores a picture as WebP of at most 1024 pixels, without metadata, at an address that never changes', async () => {
    const { status, body } = await send(await photo());
    expect(status).toBe(200);
    const file = await t.app.inject({ url: body.url });
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const { width, height, format, exif } = await sharp(file.rawPayload).metadata();
    expect({ width, height, format, exif }).toEqual({ width: 1024, height: 512, format: 'webp', exif: undefined });
    expect(file.rawPayload.includes('SecretCamera')).toBe(false);
    expect((await send(await photo())).body).toEqual(body);
  });

  it('[R11.13] refuses other files, too large pictures and decompression bombs before unpacking them', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const whole = await photo();
    for (const bytes of [svg, Buffer.from('%PDF-1.7'), whole.subarray(0, 120), await bomb()]) {
      const { status, body } = await send(bytes);
      expect({ status, reason: body.reason }).toEqual({ status: 422, reason: 'imageUnreadable' });
    }
    expect(maxImageBytes).toBe(2 * 1024 * 1024);
    // More than 25 million pixels. The store plays no part in it.
    if (on.engine === 'sqlite') expect((await send(await photo(5000, 5001))).status).toBe(422);
    expect((await send(Buffer.concat([whole, Buffer.alloc(maxImageBytes)]))).status).toBe(413);
    expect((await send(null)).body.errors).toEqual({ file: 'Image is required' });
  });

  it('[R17.3] refuses pictures from people who may not change any record that shows one', async () => {
    expect((await send(await photo(10, 10), await t.signIn('User'))).status).toBe(403);
  });
});
