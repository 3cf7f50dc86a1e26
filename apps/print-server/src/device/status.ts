/** Status queries that ESC/POS printers answer at once (DLE EOT n), and the meaning of their answers. */
import type { WaitReason } from '@atoll/domain/contract/bill/print-words';

/** Sends one query and resolves with the byte of the answer, or null when none comes. */
export type Ask = (question: Uint8Array, isAnswer: (byte: number) => boolean) => Promise<number | null>;

/** Every valid answer has these fixed bits; anything else is noise or another kind of message. */
const isStatus = (byte: number) => (byte & 0x93) === 0x12;

/** Returns why the printer cannot print, or null when it can. */
export async function askStatus(ask: Ask): Promise<WaitReason | null> {
  const question = (n: number) => ask(Uint8Array.of(0x10, 0x04, n), isStatus);
  const printer = await question(1);
  if (printer === null) return 'no_answer';
  const offline = await question(2);
  if (offline === null) return 'no_answer';
  const paper = await question(4);
  if (paper === null) return 'no_answer';
  if (offline & 0x04) return 'cover_open';
  if (offline & 0x20 || paper & 0x60) return 'paper_out';
  if (offline & 0x40) {
    const error = await question(3);
    return error !== null && error & 0x08 ? 'cutter' : 'device_error';
  }
  return printer & 0x08 ? 'offline' : null;
}
