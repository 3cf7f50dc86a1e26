/**
 * What the print server says to people. It sends these sentences in English with their values filled in; the web app knows most of them by their
 * code and translates them. A refusal of the print server with another text does not compile.
 */
import type { Filled } from '../../refusal/sentence.ts';

/** Why a job waits, by code. `not_confirmed`: it was sent, but the printer never confirmed it. */
export const waitSentences = {
  offline: '{{printer}}: no connection. Check that it is on. The ticket prints when it is back.',
  refused_busy: '{{printer}}: it is busy or off. Switch it on, or wait. Then the ticket prints.',
  paper_out: '{{printer}}: paper is out. Put in new paper. Then the ticket prints.',
  cover_open: '{{printer}}: the cover is open. Close it. Then the ticket prints.',
  cutter: '{{printer}}: the cutter is stuck. Free it. Then the ticket prints.',
  device_error: '{{printer}}: it reports an error. Clear it on the printer. Then the ticket prints.',
  no_answer: '{{printer}}: it does not answer. Switch it off and on. Then the ticket prints.',
  queue_paused: '{{printer}}: it is paused on this computer. Resume it. Then the ticket prints.',
  closed_unconfirmed:
    '{{printer}}: it stopped while printing. The ticket prints again, marked as a possible duplicate.',
  held_stale: '{{printer}}: the ticket waited too long and is on hold. Print it now or cancel it.',
  not_confirmed: '{{printer}}: it took the ticket but did not confirm it. Check that it came out.',
  busy: '{{printer}}: it is still printing. The ticket waits its turn.',
} as const;
export type WaitReason = keyof typeof waitSentences;

/** Returns whether this release knows the code of a wait. */
export const isWaitReason = (reason: string): reason is WaitReason => Object.hasOwn(waitSentences, reason);

/** Returns the sentence of a wait such as 'Kitchen: paper is out. …'. */
export function waitMessage(printer: string, reason: WaitReason): string {
  return waitSentences[reason].replace('{{printer}}', () => printer);
}

/** A wait as the print server reports it; without a reason there is none, or the release is older. */
interface Wait {
  readonly printer: string;
  readonly reason?: string | null | undefined;
  readonly text?: string | null | undefined;
}

/** Returns the sentence of a wait by its code, or the text that the print server sent when this release does not know the code. */
export function waitText({ printer, reason, text }: Wait): string {
  return reason && isWaitReason(reason) ? waitMessage(printer, reason) : (text ?? '');
}

/** Refusals of the print server. */
export const printSentences = [
  "Printer '{{printer}}' is not set up",
  "Printer '{{printer}}' is off. Turn it on in Settings, Printers",
  "Tickets wait for '{{printer}}'. Print or cancel them first",
  'This printer is not for practice',
  '{{printer}}: this ticket cannot be printed',
  'Set up a PDF printer to save pictures',
  'Choose another name for the printer',
  'Check the settings of the printer',
  'Enter the IP address of the printer',
  'Enter the device of the printer, like /dev/usb/lp0',
  'Enter the print queue of the printer',
  'This is not the name of the print server',
  'This app is not paired with the print server. Pair it in Settings, Printers',
  'This program is not paired with the print server',
  'The print server has no such call',
  'The request could not be read',
  'This is too large to print. Make it smaller',
  'Send this as JSON',
  'Something went wrong in the print server. Try again',
  'Ticket not found. Refresh the list',
  'The list could not be read',
  'A test page has no preview',
  'A test page has no copies',
  'Only a web app is paired',
  'This text has characters that cannot be printed',
  'The print server cannot print this kind of document',
  'The ticket could not be read',
  'The slip has no text',
  'No items to print',
  'Some amounts of the bill are missing',
  'Could not store the ticket. It did not print. Try again',
  'Could not store the ticket in time. Try again',
  'It is too late to cancel this ticket',
  'This ticket was cancelled',
  'This ticket is printing or already printed. Use Reprint for a copy',
  'The print server is starting. Try again in a moment',
  'Too many attempts. Wait a minute and try again',
  'Too many wrong codes. Start the print server again, or wait a day',
  'Ask for a new code first',
  'Wrong code. Type the code from the print server page',
] as const;

/** A refusal of the print server with its values filled in. */
export type PrintSentence = Filled<(typeof printSentences)[number]>;
