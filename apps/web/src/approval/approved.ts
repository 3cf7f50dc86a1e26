/** Runs commands that may need an approval and that return a `Result` instead of throwing. */
import type { Result } from '@atoll/domain/refusal/refusal';
import { CallError } from '../api/api.ts';
import type { CommandOptions } from '../bills/server-call.ts';
import { ApprovalDeclined, type ApprovalSubject, askFor, withApproval } from './approval.ts';
import { canApproveOffline } from './offline.ts';
import { localizedRefusal } from './show-refusal.ts';

/**
 * Runs a command and returns its result, a refusal in the language of the screen. If it needs an approval, opens the dialog and runs the command
 * again with the approval. Returns null when the person closes the dialog: nothing was done.
 */
export async function approved<T>(
  subject: ApprovalSubject,
  command: (options: CommandOptions) => Promise<Result<T>>,
): Promise<Result<T> | null> {
  try {
    const done = await withApproval(subject, async (approvalKey) => {
      const result = await command(approvalKey === undefined ? {} : { approvalKey });
      if (!result.ok && result.refusal.reason === 'unavailable' && (await canApproveOffline(subject)))
        return command({ approvalKey: await askFor({ ...subject, isOffline: true }), isOffline: true });
      if (result.ok || result.refusal.reason !== 'approvalNeeded') return result;
      // `withApproval` expects the refusal as an error.
      const { status, message, reason, extra } = result.refusal;
      throw new CallError(status, { ...extra, message, reason, code: status }, '');
    });
    return done.ok ? done : { ...done, refusal: localizedRefusal(done.refusal) };
  } catch (error) {
    if (error instanceof ApprovalDeclined) return null;
    throw error;
  }
}
