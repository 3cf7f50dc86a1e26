/** Messages that explain to people why a ticket waits. */
import type { WaitReason } from '@atoll/domain/contract/bill/print';

const words: Readonly<Record<WaitReason, string>> = {
  offline: 'cannot be reached. The ticket prints when it is back.',
  refused_busy: 'takes no connection: it is busy or off. The ticket prints when it does.',
  paper_out: 'paper is out. The ticket prints when paper is loaded.',
  cover_open: 'the cover is open. The ticket prints when it is closed.',
  cutter: 'the cutter is stuck. The ticket prints when it is freed.',
  device_error: 'it reports an error. The ticket prints when that is cleared.',
  no_answer: 'gives no answer. The ticket prints when it does.',
  queue_paused: 'the system has paused this printer. The ticket prints when it is resumed.',
  closed_unconfirmed: 'broke off while printing. The ticket is printed again, marked as a possible duplicate.',
  held_stale: 'the ticket has waited too long and is held. Print it now or cancel it.',
  not_confirmed: 'took the ticket but did not confirm it. Check that it came out.',
  busy: 'is still at work. The ticket prints in its turn.',
};

/** Returns a message such as 'Kitchen: paper is out. …'. */
export function waitMessage(printer: string, reason: WaitReason): string {
  return `${printer}: ${words[reason]}`;
}
