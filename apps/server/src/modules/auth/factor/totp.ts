/** Codes of an authenticator app (RFC 6238): SHA-1, six digits, 30 s, as all such apps expect. Source: R36.7. */
import type { FactorSetUp } from '@atoll/domain/contract/people/second-factor';
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
const secretBytes = 20;
/** Codes of the period before and after are accepted: clocks of phones differ, and people type slowly. */
const window = 1;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Atoll', label, secret: Secret.fromBase32(secret), period: periodSeconds });

/** Returns a new secret, base32. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** Returns the time step of a right code; null for a wrong one. */
export function stepOf(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta;
}

/** Returns what an authenticator app needs for the secret of an account. */
export async function setUpOf(secret: string, email: string): Promise<FactorSetUp> {
  const { default: QRCode } = await import('qrcode');
  const svg = await QRCode.toString(totpOf(secret, email).toString(), { type: 'svg', margin: 2 });
  return { secret, picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}
