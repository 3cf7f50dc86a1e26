/** Asks for an approval during a command that returns a result. */
import type { Result } from '@atoll/domain/refusal/refusal';
import { CallError } from '../api/api.ts';
import type { CommandOptions } from '../bills/server-call.ts';
import { ApprovalDeclined, type ApprovalSubject, withApproval } from './approval.ts';
import { localizedRefusal } from './show-refusal.ts';

/** Runs a command. If it needs an approval, opens the dialog and runs the command again with it. Returns null when the person closes the dialog: nothing was done. */
export async function approved<T>(
  subject: ApprovalSubject,
  command: (options: CommandOptions) => Promise<Result<T>>,
): Promise<Result<T> | null> {
  try {
    const done = await withApproval(subject, async (approvalKey) => {
      const result = await command(approvalKey === undefined ? {} : { approvalKey });
      if (result.ok || result.refusal.reason !== 'approvalNeeded') return result;
      const { status, message, reason, extra } = result.refusal;
      throw new CallError(status, { ...extra, message, reason, code: status }, '');
    });
    return done.ok ? done : { ...done, refusal: localizedRefusal(done.refusal) };
  } catch (error) {
    if (error instanceof ApprovalDeclined) return null;
    throw error;
  }
}
