/** Opens and leaves the practice of the open outlet. Source: R31.45, docs/rules.md#practice. */
import { call } from '../api/api.ts';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';

/** Opens the practice of the open outlet, with `fresh` a new one. Returns whether it is open: it needs the server. */
export async function startPractice(fresh = false): Promise<boolean> {
  const { scope, switchOutlet } = useSession.getState();
  const outletId = scope?.practiceOf ?? scope?.outletId;
  if (outletId === undefined) return false;
  try {
    const body = { key: uuidv7(), outletId, ...(fresh && { fresh }) };
    await switchOutlet(await call('outlet.practice', { body, quiet: true }));
    return true;
  } catch {
    return false;
  }
}

/** Opens the outlet whose practice is open. */
export async function leavePractice(): Promise<void> {
  const { scope, switchOutlet } = useSession.getState();
  if (scope?.practiceOf) await switchOutlet(scope.practiceOf);
}
