/** Opens and leaves the practice of the open outlet. Source: R31.45, docs/rules.md#practice. */
import { CallError, call } from '../api/api.ts';
import { t } from '../locale/locale.ts';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';

/** Opens the practice of the open outlet, with `fresh` a new one. Returns null when it is open, otherwise the reason in words. */
export async function startPractice(fresh = false): Promise<string | null> {
  const { scope, switchOutlet } = useSession.getState();
  const outletId = scope?.practiceOf ?? scope?.outletId;
  if (outletId === undefined) return t('practice.noOutlet');
  try {
    const body = { key: uuidv7(), outletId, ...(fresh && { fresh }) };
    await switchOutlet(await call('outlet.practice', { body, quiet: true }));
    return null;
  } catch (error) {
    return error instanceof CallError ? t('practice.refused', { why: error.message }) : t('practice.needsServer');
  }
}

/** Opens the outlet whose practice is open. */
export async function leavePractice(): Promise<void> {
  const { scope, switchOutlet } = useSession.getState();
  if (scope?.practiceOf) await switchOutlet(scope.practiceOf);
}
