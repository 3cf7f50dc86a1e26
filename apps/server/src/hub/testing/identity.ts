import type { HubIdentity } from '../hub.ts';
import type { HubLog } from '../log.ts';

export const quiet: HubLog = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns a signed-in user that does not expire, with the given fields replaced. */
export function identityOf(identity: Partial<HubIdentity> = {}): HubIdentity {
  return { userId: 1, sessionId: 's1', name: 'Aisha', outletId: 1, expiresAt: 9_000_000_000_000_000, ...identity };
}
