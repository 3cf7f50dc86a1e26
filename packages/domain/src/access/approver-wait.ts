/** How long the next passcode of a person waits after wrong ones, of approvals and at lock screens. Source: R36.6. */

const minute = 60_000;
const hour = 60 * minute;

/** Wrong passcodes without a wait, and the most that are checked within an hour. */
export const freeApproverTries = 5;
/** Wrong passcodes are forgotten after this time, in ms. */
export const approverForgetMs = 24 * hour;
/** Wrong passcodes of lock screens are forgotten after this time, in ms: people mistype theirs every day. */
export const unlockForgetMs = hour;
const firstWaitMs = 15 * minute;

/**
 * Returns the earliest time of the next try, epoch ms; 0 when it may be now. `tries` are the times of the wrong ones, oldest first. The wait
 * doubles with each wrong passcode from 15 minutes to an hour, and within an hour at most five are checked.
 */
export function nextApproverTry(tries: readonly number[]): number {
  const [last, fifthLast] = [tries.at(-1), tries.at(-freeApproverTries)];
  if (last === undefined || fifthLast === undefined || tries.length < freeApproverTries) return 0;
  const wait = Math.min(hour, firstWaitMs * 2 ** Math.min(tries.length - freeApproverTries, 10));
  return Math.max(last + wait, fifthLast + hour);
}

/** Returns whether the passcode may be tried at a lock screen: `tries` are the times of the wrong ones at all tills, oldest first. */
export function mayUnlock(tries: readonly number[], now: number): boolean {
  return tries.filter((at) => at > now - unlockForgetMs).length < freeApproverTries;
}
