import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { accessTokenMs, createTokens } from './token.ts';

const key = Buffer.alloc(32, 7);
const accessKey = createHmac('sha256', key).update('access').digest();
const now = Date.parse('2026-03-04T08:00:00Z');
const claims = {
  userId: 4,
  sessionId: 's',
  name: 'Reef',
  role: 'User',
  permissions: ['New Bill'],
  approvable: ['bill.void'],
  limits: { 'bill.discount': 10 },
  accessVersion: 3,
  lockVersion: 0,
};
const right = { alg: 'HS256', typ: 'at+jwt', iss: 'atoll', aud: 'atoll-api', exp: now + accessTokenMs };

function sign(change: Partial<typeof right>) {
  const { alg, typ, iss, aud, exp } = { ...right, ...change };
  return new SignJWT({ sid: 's', Permission: [] })
    .setProtectedHeader({ alg, typ })
    .setSubject('4')
    .setIssuer(iss)
    .setAudience(aud)
    .setExpirationTime(Math.floor(exp / 1000))
    .sign(accessKey);
}

describe('access tokens', () => {
  const tokens = createTokens(key);

  it('[R13.1] reads an access token back as its person until it expires', async () => {
    const token = await tokens.access(claims, now);
    const read = await tokens.read(token, now);
    expect(read?.identity).toEqual({
      userId: 4,
      sessionId: 's',
      name: 'Reef',
      role: 'User',
      permissions: new Set(['New Bill']),
      approvable: new Set(['bill.void']),
      limits: { 'bill.discount': 10 },
      accessVersion: 3,
      lockVersion: 0,
    });
    expect(read?.expiresAt).toBe(now + accessTokenMs);
    expect(await tokens.read(token, now + accessTokenMs + 1000)).toBeUndefined();
  });

  it('[R35.77] reads a token of an earlier release, where everybody saw all bills, until it expires', async () => {
    expect((await tokens.read(await sign({}), now))?.identity.permissions).toEqual(new Set(['bill.viewOthers']));
  });

  it('[R17.3] refuses access tokens of another algorithm, type, issuer or audience, even with the right key', async () => {
    expect(await tokens.read(await sign({}), now)).toBeDefined();
    for (const change of [{ alg: 'HS512' }, { typ: 'JWT' }, { iss: 'other' }, { aud: 'other' }, { exp: now - 1000 }]) {
      expect(await tokens.read(await sign(change), now), JSON.stringify(change)).toBeUndefined();
    }
    expect(await createTokens(Buffer.alloc(32, 8)).read(await sign({}), now)).toBeUndefined();
  });

  it('[R18.4] refuses an access token for a refresh, and a refresh token for access', async () => {
    const refresh = tokens.refresh({ sessionId: 's', generation: 3 });
    expect(tokens.readRefresh(refresh)).toEqual({ sessionId: 's', generation: 3 });
    expect(tokens.readRefresh(await tokens.access(claims, now))).toBeUndefined();
    expect(await tokens.read(refresh, now)).toBeUndefined();
    expect(tokens.readRefresh(refresh.replace('.3.', '.4.'))).toBeUndefined();
    expect(createTokens(Buffer.alloc(32, 8)).readRefresh(refresh)).toBeUndefined();
  });
});
