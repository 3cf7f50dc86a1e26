/** What an approval is asked for, as the server reads it. */
import type { AskedApproval } from './approval.ts';

/** Returns the subject of an approval for a request. */
export function subjectOf({ subjectType, subjectKey, itemKeys, entries }: AskedApproval) {
  return {
    subjectType,
    subjectKey,
    ...(itemKeys && { itemKeys: [...itemKeys] }),
    ...(entries && { entries: [...entries] }),
  };
}
