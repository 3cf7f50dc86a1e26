/** The refusal that nothing can be saved, because the store or the disk of files cannot be used for a while. */
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { StoreUnavailable, type UnavailableReason } from '../store/unavailable.ts';

const sentences: Readonly<Record<UnavailableReason, Sentence>> = {
  away: 'The database cannot be reached',
  full: 'The disk is full',
  readOnly: 'The database is read-only',
  damaged: 'The database is damaged',
  notSync: 'The database has no second copy',
};

/** Failures of files: no space, too many open files, a read-only disk, or a disk that fails. */
const ofFiles: Readonly<Record<string, UnavailableReason>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EIO: 'away',
  EMFILE: 'away',
  ENFILE: 'away',
};

function reasonOf(error: unknown): UnavailableReason | undefined {
  if (error instanceof StoreUnavailable) return error.why;
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' ? ofFiles[code] : undefined;
}

/** Returns the refusal `unavailable` with its cause as a message; undefined for every other error. */
export function unavailableRefusal(error: unknown): Refusal | undefined {
  const why = reasonOf(error);
  return why && anyRefusal('unavailable', { details: sentences[why] });
}
