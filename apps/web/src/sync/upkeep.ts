/** What a device forgets by itself. It comes after the first screen, which would wait while all of it is read. Source: R34.5. */
import { forgetOldSent } from '../outbox/forget-sent.ts';
import { eraseOldVerifiers } from '../session/verifier/old-verifiers.ts';

/** Deletes sent entries and verifiers that are too old at a moment (epoch ms). */
export async function forgetOld(now: number): Promise<void> {
  await Promise.all([forgetOldSent(now), eraseOldVerifiers(now)]);
}
