/** Messages that explain to people why a ticket waits. */
import type { WaitReason } from '@atoll/domain/contract/bill/print';

const words: Readonly<Record<WaitReason, string>> = {
  offline: 'no connection. Check that it is on. The ticket prints when it is back.',
  refused_busy: 'it is busy or off. Switch it on, or wait. Then the ticket prints.',
  paper_out: 'paper is out. Put in new paper. Then the ticket prints.',
  cover_open: 'the cover is open. Close it. Then the ticket prints.',
  cutter: 'the cutter is stuck. Free it. Then the ticket prints.',
  device_error: 'it reports an error. Clear it on the printer. Then the ticket prints.',
  no_answer: 'it does not answer. Switch it off and on. Then the ticket prints.',
  queue_paused: 'it is paused on this computer. Resume it. Then the ticket prints.',
  closed_unconfirmed: 'it stopped while printing. The ticket prints again, marked as a possible duplicate.',
  held_stale: 'the ticket waited too long and is on hold. Print it now or cancel it.',
  not_confirmed: 'it took the ticket but did not confirm it. Check that it came out.',
  busy: 'it is still printing. The ticket waits its turn.',
};

/** Returns a message such as 'Kitchen: paper is out. …'. */
export function waitMessage(printer: string, reason: WaitReason): string {
  return `${printer}: ${words[reason]}`;
}
