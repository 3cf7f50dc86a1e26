import type { DeviceSession, SignedIn } from '@atoll/domain/contract/people/auth';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';

/** A photo of a camera: with location and maker in its metadata, wider than high. */
const photo = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#1a7f8e' } })
    .withExif({ IFD0: { Make: 'SecretCamera' } })
    .jpeg()
    .toBuffer();

/** A small file that unpacks to 25,010,001 pixels: one row over the limit. */
const bomb = () =>
  sharp({ create: { width: 5001, height: 5001, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();

eachEngine('own profile and devices', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });

  async function change(as: SignedIn, fields: Record<string, string | Buffer | undefined>) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(name, value);
      else if (value) form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'me.png');
    }
    const sent = new Response(form);
    const raw = await t.app.inject({
      method: 'PUT',
      url: '/api/auth/changePassword',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return { status: raw.statusCode, body: raw.json() };
  }
  const form = async (as: SignedIn, more: Record<string, string | Buffer | undefined> = {}) => ({
    id: String(as.user.id),
    file: await photo(),
    name: 'Aishath Shifa',
    currentPassword: password,
    newPassword: 'another horse',
    confirmPassword: 'another horse',
    ...more,
  });
  const refresh = (of: SignedIn) => t.call('auth.refresh', { body: { refreshToken: of.refreshToken } });
  const asked = async (as: SignedIn) => (await t.call('app.user', { as, outlet: null })).status;

  describe('PUT /auth/changePassword', () => {
    it('[R8.1] [R8.2] [R18.20] updates the profile from a multipart form of id, file, name and passwords, and returns the user', async () => {
      const mine = await t.signIn('User');
      const other = await t.signIn('User');
      const { status, body } = await change(mine, await form(mine));
      expect(status).toBe(200);
      expect(body).toMatchObject({ user: { id: mine.user.id, email: emailOf('User') }, name: 'Aishath Shifa' });

      const picture = await t.app.inject({ url: body.user.avatar });
      expect(picture.headers['content-type']).toBe('image/webp');
      const { width, height, format, exif } = await sharp(picture.rawPayload).metadata();
      expect({ width, height, format, exif }).toEqual({ width: 256, height: 256, format: 'webp', exif: undefined });
      expect(picture.rawPayload.includes('SecretCamera')).toBe(false);

      // The other device is signed out; this one gets a token with the new name.
      expect([await asked(other), (await refresh(other)).status]).toEqual([401, 401]);
      expect(await asked(mine)).toBe(401);
      const renewed = await refresh(mine);
      expect(renewed.body).toMatchObject({ name: 'Aishath Shifa', user: { avatar: body.user.avatar } });
      const again = await t.call('auth.login', { body: { email: emailOf('User'), password: 'another horse' } });
      expect(again.status).toBe(200);

      // Restores what the other tests use; the previous picture stays for devices that still show it.
      const back = { currentPassword: 'another horse', newPassword: password, confirmPassword: password };
      expect((await change(renewed.body, await form(mine, back))).status).toBe(200);
      expect((await t.app.inject({ url: body.user.avatar })).statusCode).toBe(200);
    });

    it('[R8.1] [R35.50] requires the three passwords together, the new one twice', async () => {
      const mine = await t.signIn('Manager');
      const problems = async (more: Record<string, string | undefined>) => {
        const { status, body } = await change(mine, await form(mine, more));
        expect([400, 422]).toContain(status);
        return Object.keys(body.errors);
      };
      for (const field of ['currentPassword', 'newPassword', 'confirmPassword'])
        expect(await problems({ [field]: undefined }), field).toEqual([field]);
      expect(await problems({ file: 'not a file' })).toEqual(['file']);
      const none = { file: undefined, currentPassword: undefined, newPassword: undefined, confirmPassword: undefined };
      expect(await problems({ ...none, name: undefined })).toEqual(['name']);
      expect(await problems({ confirmPassword: 'different' })).toEqual(['confirmPassword']);
      expect(await problems({ newPassword: 'short', confirmPassword: 'short' })).toEqual(['newPassword']);
      expect(await problems({ name: ' A ' })).toEqual(['name']);
      expect(await problems({ currentPassword: 'wrong horse' })).toEqual(['currentPassword']);
      const admin = await t.signIn('Admin');
      expect((await change(mine, await form(mine, { id: String(admin.user.id) }))).status).toBe(403);
      expect(await asked(mine)).toBe(200);
    });

    it('refuses the name of somebody else of the outlet, however it is written, and tells a new one to the history', async () => {
      const mine = await t.signIn('User');
      for (const name of [
        'Manager One',
        'MANAGER  one',
        'Ｍanager One',
        'Manager\u200e One',
        'Man\u200dager One\u061c',
      ]) {
        const { status, body } = await change(mine, { id: String(mine.user.id), name });
        expect([status, body.errors], name).toEqual([422, { name: 'Somebody else here has this name' }]);
      }
      const before = (await t.call('app.user', { as: mine, outlet: null })).body.name as string;
      for (const name of [before, 'User Uno', 'User Uno', before]) {
        const as = (await refresh(mine)).body as SignedIn;
        expect((await change(as, { id: String(as.user.id), name })).status, name).toBe(200);
      }
      const entries = await t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('history').select(['user_id', 'action', 'data']).where('subject', '=', 'User').execute(),
      );
      const { id } = mine.user;
      const told = entries.slice(-2).map(({ user_id, action, data }) => ({ user_id, action, ...JSON.parse(data) }));
      const entry = (was: string, name: string) => ({
        user_id: id,
        action: 'Changed',
        before: { name: was },
        after: { id, name, fields: ['name'] },
      });
      expect(told).toMatchObject([entry(before, 'User Uno'), entry('User Uno', before)]);
    });

    it('[R35.50] changes the name, the picture or the password, each alone, and leaves the rest', async () => {
      const mine = await t.signIn('Manager');
      const other = await t.signIn('Manager');
      const stored = () =>
        t.store.readOrg((db) =>
          db
            .selectFrom('app_user')
            .select(['name', 'avatar', 'password_hash'])
            .where('id', '=', mine.user.id)
            .executeTakeFirstOrThrow(),
        );
      const id = String(mine.user.id);
      const before = await stored();

      const named = await change(mine, { id, name: 'Ibrahim Waheed' });
      expect([named.status, named.body.name]).toEqual([200, 'Ibrahim Waheed']);
      expect(await stored()).toEqual({ ...before, name: 'Ibrahim Waheed' });
      // Nobody is signed out for a new name; their tokens are renewed with it.
      expect((await refresh(other)).body).toMatchObject({ name: 'Ibrahim Waheed' });

      const here = (await refresh(mine)).body as SignedIn;
      expect((await change(here, { id, file: await photo() })).status).toBe(200);
      const pictured = await stored();
      expect(pictured).toEqual({ ...before, name: 'Ibrahim Waheed', avatar: expect.any(String) });
      expect(pictured.avatar).not.toBe(before.avatar);

      const again = (await refresh(here)).body as SignedIn;
      const next = { currentPassword: password, newPassword: 'another horse', confirmPassword: 'another horse' };
      expect((await change(again, { id, ...next })).status).toBe(200);
      expect(await stored()).toEqual({
        ...pictured,
        password_hash: expect.not.stringMatching(before.password_hash ?? ''),
      });
      const login = await t.call('auth.login', { body: { email: emailOf('Manager'), password: 'another horse' } });
      expect(login.status).toBe(200);
      const back = { currentPassword: 'another horse', newPassword: password, confirmPassword: password };
      expect((await change(login.body as SignedIn, { id, ...back, name: before.name })).status).toBe(200);
    });

    it('[R8.1] recognises a picture by its bytes, and refuses other files, too large, damaged and oversized ones', async () => {
      const mine = await t.signIn('Manager');
      const answer = async (file: Buffer) => (await change(mine, await form(mine, { file }))).body;
      const whole = await photo();
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      const none = [svg, Buffer.from('GIF89a'), Buffer.from('%PDF-1.7'), whole.subarray(0, 120), await bomb()];
      for (const file of none) expect(await answer(file)).toMatchObject({ code: 422, reason: 'imageUnreadable' });
      expect(await answer(Buffer.alloc(3 * 1024 * 1024, 1))).toMatchObject({ code: 413 });
      expect(await asked(mine)).toBe(200);
    });

    it('[R8.2] limits guesses of the password through the profile form', async () => {
      const mine = await t.signIn('Manager');
      const statuses = [];
      for (let i = 0; i < 6; i++)
        statuses.push((await change(mine, await form(mine, { currentPassword: `wrong ${i}` }))).status);
      expect(statuses).toContain(429);
      expect(statuses.at(-1)).toBe(429);
      expect((await change(mine, await form(mine))).status).toBe(429);
      t.advance(16 * 60_000);
    });
  });

  describe('devices', () => {
    const list = async (as: SignedIn, query: Record<string, string> = {}) =>
      t.call('auth.sessions', { as, outlet: null, query });
    const end = (as: SignedIn, id: string) => t.call('auth.endSession', { as, outlet: null, params: { id } });

    it('[R1.2] lists where a person is signed in, and signs a device out at once', async () => {
      const mine = await t.signIn('Admin');
      t.advance(60_000);
      const lost = await t.signIn('Admin');
      const rows = (await list(mine)).body as DeviceSession[];
      expect(rows.filter(({ isThis }) => isThis)).toHaveLength(1);
      expect(rows[0]).toMatchObject({ isThis: false, device: expect.any(String) as string });
      expect((await end(mine, rows[0]?.id ?? '')).status).toBe(204);
      // Credentials copied from the device are useless: neither the token nor the passcode works.
      expect(await asked(lost)).toBe(401);
      expect((await refresh(lost)).status).toBe(401);
      const unlock = await t.call('auth.unlock', { body: { refreshToken: lost.refreshToken, passcode } });
      expect([unlock.status, unlock.body.reason]).toEqual([401, 'sessionEnded']);
      expect(await asked(mine)).toBe(200);
      expect(((await list(mine)).body as DeviceSession[]).length).toBe(rows.length - 1);
    });

    // An embedded store has a single process.
    const others = on.engine === 'postgres' ? ['every other server process'] : [];
    it.each(others)('[R1.2] signs a device out of %s within 5 s', async () => {
      const [mine, lost] = [await t.signIn('Admin'), await t.signIn('Admin')];
      const other = await t.restart();
      const there = async () => (await other.call('app.user', { as: lost, outlet: null })).status;
      expect(await there()).toBe(200);
      const rows = (await list(lost)).body as DeviceSession[];
      await end(mine, rows.find(({ isThis }) => isThis)?.id ?? '');
      await expect.poll(there, { timeout: 5000 }).toBe(401);
    });

    it('[R17.3] lets people list and end only their own sessions, and an Admin everybody’s', async () => {
      const [user, admin] = [await t.signIn('User'), await t.signIn('Admin')];
      const ofUser = (await list(user)).body as DeviceSession[];
      const ofAdmin = (await list(admin)).body as DeviceSession[];
      expect((await list(user, { userId: String(admin.user.id) })).status).toBe(403);
      expect((await end(user, ofAdmin[0]?.id ?? '')).status).toBe(404);
      expect((await end(user, 'nobody')).status).toBe(404);
      const seen = (await list(admin, { userId: String(user.user.id) })).body as DeviceSession[];
      expect(seen.map(({ id }) => id)).toEqual(ofUser.map(({ id }) => id));
      expect((await end(admin, ofUser[0]?.id ?? '')).status).toBe(204);
      expect(await asked(user)).toBe(401);
    });
  });
});
