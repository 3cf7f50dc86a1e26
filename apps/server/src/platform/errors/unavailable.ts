/** How it is said that nothing can be saved: the store, or the disk under files, cannot serve for a while. */
import { type Refusal, refusal } from '@atoll/domain/refusal/refusal';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { StoreUnavailable, type UnavailableReason } from '../store/unavailable.ts';

const sentences: Readonly<Record<UnavailableReason, Sentence>> = {
  away: 'The database cannot be reached',
  full: 'The disk is full',
  readOnly: 'The database can only be read',
  damaged: 'The database is damaged',
};

/** Failures of files: no room, no more open files, a disk that can only be read, or one that fails. */
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

/** Returns the refusal `unavailable` with its cause in words when an error means it; undefined for every other error. */
export function unavailableRefusal(error: unknown): Refusal | undefined {
  const why = reasonOf(error);
  return why && refusal('unavailable', { details: sentences[why] });
}
