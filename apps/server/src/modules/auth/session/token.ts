/**
 * The access token: a JWT of 15 minutes, HS256, with `sub, name, role, sid`, the ordered `Permission` list, the permissions that need
 * approval, limits, the version of all this, and that of the session's lock; what is empty or 0 is left out. Outlets stand in no token: a
 * person may have 10,000 (R34.13). A token of a locked session has the version of the lock: it sends what waited on the till, and nothing else.
 * The refresh token: `{session}.{generation}.{mac}`. Only the server can make one, so a guess never ends a sign-in, and the successor of a
 * token can be computed again without being stored. Source: docs/rules.md#access-token, docs/rules.md#refresh-token.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { claimedPermissions, claimsOf, permissionsVersion } from '@atoll/domain/access/permission';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Identity } from '../../../platform/http/actor.ts';
import type { Person } from '../person.ts';

export const accessTokenMs = 15 * 60_000;
const issuer = 'atoll';
const audience = 'atoll-api';

export interface AccessClaims {
  readonly userId: number;
  readonly sessionId: string;
  readonly name: string;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly approvable: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly accessVersion: number;
  readonly lockVersion: number;
}

export interface RefreshParts {
  readonly sessionId: string;
  readonly generation: number;
}

/** What a token tells of its person. Their outlets are read from the store. */
export type TokenIdentity = Omit<Identity, 'outlets'>;

export interface Tokens {
  access(claims: AccessClaims, now: number): Promise<string>;
  /** Returns the identity of a token, or undefined when it is forged, expired or not ours. */
  read(token: string, now: number): Promise<{ identity: TokenIdentity; expiresAt: number } | undefined>;
  refresh(parts: RefreshParts): string;
  /** Returns the parts of a refresh token that this server made, or undefined. */
  readRefresh(token: string): RefreshParts | undefined;
  /** Returns a keyed digest for other one-time tokens. */
  digest(text: string): string;
}

/** Returns the claims of a person's access token. */
export const accessOf = (person: Person, sessionId: string, lockVersion: number): AccessClaims => ({
  userId: person.id,
  sessionId,
  name: person.name,
  role: person.role,
  permissions: person.permissions,
  approvable: person.approvable,
  limits: person.limits,
  accessVersion: person.accessVersion,
  lockVersion,
});

/** Returns the hash that is stored in place of a secret token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns the permissions of the claims of an access token. */
function permissionsIn({ role, Permission, Without, pv }: JWTPayload): readonly string[] {
  const claims = { names: Permission as string[], without: (Without ?? []) as string[] };
  return claimedPermissions(String(role), claims, pv);
}

/** Creates the tokens of a key of at least 32 bytes. */
export function createTokens(key: Uint8Array): Tokens {
  const keyFor = (use: string): Buffer => createHmac('sha256', key).update(use).digest();
  const accessKey = keyFor('access');
  const refreshKey = keyFor('refresh');
  const mac = (text: string): Buffer => createHmac('sha256', refreshKey).update(text).digest();
  const refresh = ({ sessionId, generation }: RefreshParts): string => {
    const text = `${sessionId}.${generation}`;
    return `${text}.${mac(text).toString('base64url')}`;
  };

  return {
    access(claims, now) {
      const { names, without } = claimsOf(claims.role, claims.permissions);
      return new SignJWT({
        name: claims.name,
        role: claims.role,
        sid: claims.sessionId,
        Permission: names,
        ...(without.length > 0 && { Without: without }),
        ...(claims.approvable.length > 0 && { Approval: claims.approvable }),
        ...(Object.keys(claims.limits).length > 0 && { Limit: claims.limits }),
        av: claims.accessVersion,
        ...(claims.lockVersion > 0 && { lv: claims.lockVersion }),
        pv: permissionsVersion,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(String(claims.userId))
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(Math.floor((now + accessTokenMs) / 1000))
        .sign(accessKey);
    },

    async read(token, now) {
      try {
        const { payload } = await jwtVerify(token, accessKey, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          issuer,
          audience,
          currentDate: new Date(now),
          requiredClaims: ['sub', 'sid', 'exp', 'Permission'],
        });
        return {
          identity: {
            userId: Number(payload.sub),
            sessionId: String(payload['sid']),
            name: String(payload['name']),
            role: String(payload['role']),
            permissions: new Set(permissionsIn(payload)),
            approvable: new Set((payload['Approval'] ?? []) as string[]),
            limits: (payload['Limit'] ?? {}) as Record<string, number>,
            accessVersion: Number(payload['av'] ?? 0),
            lockVersion: Number(payload['lv'] ?? 0),
          },
          expiresAt: (payload.exp ?? 0) * 1000,
        };
      } catch {
        // Whatever is wrong with the token, the caller learns only that nobody is signed in.
        return undefined;
      }
    },

    refresh,

    readRefresh(token) {
      const [sessionId, generation, given, ...rest] = token.split('.');
      if (!sessionId || !generation || !given || rest.length > 0 || !/^\d{1,9}$/.test(generation)) return undefined;
      const expected = mac(`${sessionId}.${generation}`);
      const got = Buffer.from(given, 'base64url');
      if (got.length !== expected.length || !timingSafeEqual(got, expected)) return undefined;
      return { sessionId, generation: Number(generation) };
    },

    digest: (text) => createHmac('sha256', keyFor('digest')).update(text).digest('base64url'),
  };
}
