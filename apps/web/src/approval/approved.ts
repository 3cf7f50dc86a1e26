/** Runs commands that may need an approval and that return a `Result` instead of throwing. */
import type { Refusal, Result } from '@atoll/domain/refusal/refusal';
import { CallError } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import type { CommandOptions } from '../bills/server-call.ts';
import { declarePart } from '../ui/hook/later-parts.ts';
import { ApprovalDeclined, type ApprovalSubject, askFor, withApproval } from './approval.ts';
import { localizedRefusal } from './show-refusal.ts';

/** Returns what has to be approved without the server: the command itself, or what this till asks before it reduces a printed bill (R36.8). */
function neededHere(subject: ApprovalSubject, { reason, extra }: Refusal): ApprovalSubject | null {
  if (reason === 'unavailable') return subject;
  if (reason !== 'approvalNeeded' || useConnection.getState().isOnline) return null;
  return {
    ...subject,
    ...(extra as Partial<ApprovalSubject>),
    doing: subject.permission,
    itemKeys: undefined,
    shownItemKeys: subject.itemKeys,
    worksOffline: true,
  };
}

const fetchOffline = () => import('./offline.ts');
// Also where the browser has not cached the app: the server may be away soon (R34.5).
declarePart(fetchOffline);

/** Returns whether somebody can approve it on this device. */
const isApprovedHere = (subject: ApprovalSubject): Promise<boolean> =>
  fetchOffline().then(
    ({ canApproveOffline }) => canApproveOffline(subject),
    () => false,
  );

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
      const here = result.ok ? null : neededHere(subject, result.refusal);
      if (here && (await isApprovedHere(here)))
        return command({ approvalKey: await askFor({ ...here, isOffline: true }), isOffline: true });
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
