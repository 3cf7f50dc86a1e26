/** Passwords that people choose. */
import { isWeakPassword } from '@atoll/domain/access/weak-password';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { refused } from '../../../platform/errors/refused.ts';
import type { HashPurpose } from './hash-queue.ts';
import { hashSecret } from './password.ts';

interface NewPassword {
  readonly password: string;
  /** The field of the request that has it. */
  readonly field: string;
  /** Names and emails that make it easy to guess: the person's, the shop's. */
  readonly about: readonly string[];
}

/** Returns the hash of a new password. Refused: 'invalid' for one that is guessed first, 'busy'. */
export async function hashNewPassword({ password, field, about }: NewPassword, purpose?: HashPurpose): Promise<string> {
  if (isWeakPassword(password, about)) {
    const words: Sentence = isWeakPassword(password)
      ? 'Choose a password that is harder to guess'
      : 'Choose a password without the person’s name, their email or the name of the outlet';
    throw refused('invalid', { details: words, errors: { [field]: words } });
  }
  return hashSecret(password, purpose);
}
