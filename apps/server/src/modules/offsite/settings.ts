/** What an Admin set for off-site copies. Source: R31.36, R31.38. */

import type { TargetAddress } from '@atoll/domain/offsite/target';
import { openSecret, sealSecret } from '../../platform/disk/secret.ts';
import type { Recovery } from '../../platform/offsite/age.ts';
import { OffsiteError } from '../../platform/offsite/offsite-error.ts';
import type { TargetLogin } from '../../platform/offsite/target.ts';
import type { Store } from '../../platform/store/store.ts';

export const defaultHour = '04:30';
export const defaultMinutes = 60;

export interface KeptTarget {
  readonly address: TargetAddress | null;
  readonly hour: string;
  /** Minutes between copies of the changes; absent: the default. */
  readonly minutes?: number;
  /** It is on the disk of the data folder, as it was when it was tested: the server itself never asks a share, which may hang. */
  readonly isSameDisk: boolean;
  /** The password or secret key of the target, encrypted; absent where it needs none. */
  readonly secret?: string;
}

const secretUse = 'offsite.target';

/** Returns a target to keep, with its secret encrypted. */
export const keptTarget = (
  dataDir: string,
  { address, secret }: { readonly address: TargetAddress | null; readonly secret: string },
  more: Omit<KeptTarget, 'address'>,
): KeptTarget => ({
  ...more,
  address,
  ...(secret === '' ? {} : { secret: sealSecret(dataDir, secret, secretUse) }),
});

/** Returns a kept target with its secret. Throws OffsiteError when the key of the secret is another one than then. */
export function loginOf(dataDir: string, address: TargetAddress, { secret }: Pick<KeptTarget, 'secret'>): TargetLogin {
  const opened = secret === undefined ? '' : openSecret(dataDir, secret, secretUse);
  if (opened === null) throw new OffsiteError('secret');
  return { address, secret: opened };
}

export interface KeptRecovery extends Recovery {
  /** Epoch ms. */
  readonly setAt: number;
  /** When it was typed right the last time. */
  readonly confirmedAt: number | null;
}

interface Kept {
  readonly 'offsite.target': KeptTarget;
  readonly 'offsite.recovery': KeptRecovery;
}

export interface OffsiteSettings {
  readonly target: KeptTarget;
  readonly recovery: KeptRecovery | null;
}

export async function readOffsiteSettings(store: Store): Promise<OffsiteSettings> {
  const rows = await store.readOrg((db) =>
    db
      .selectFrom('server_setting')
      .select(['key', 'value'])
      .where('key', 'in', ['offsite.target', 'offsite.recovery'] satisfies (keyof Kept)[])
      .execute(),
  );
  const valueOf = <K extends keyof Kept>(key: K): Kept[K] | null => {
    const row = rows.find((one) => one.key === key);
    return row ? (JSON.parse(row.value) as Kept[K]) : null;
  };
  return {
    target: valueOf('offsite.target') ?? { address: null, hour: defaultHour, isSameDisk: false },
    recovery: valueOf('offsite.recovery'),
  };
}

export async function writeOffsiteSetting<K extends keyof Kept>(
  store: Store,
  key: K,
  value: Kept[K],
  by: { readonly userId: number; readonly now: number },
): Promise<void> {
  const row = { value: JSON.stringify(value), modified_at: by.now, modified_by: by.userId };
  await store.writeOrg((db) =>
    db
      .insertInto('server_setting')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute(),
  );
}
