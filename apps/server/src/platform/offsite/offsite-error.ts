/** An off-site copy that could not be made, sent or opened, and why in the words of the domain. Source: R31.36. */
import type { OffsiteProblem } from '@atoll/domain/offsite/problem';

export class OffsiteError extends Error {
  readonly problem: OffsiteProblem;

  constructor(problem: OffsiteProblem, message: string = problem, cause?: unknown) {
    super(message, { cause });
    this.name = 'OffsiteError';
    this.problem = problem;
  }
}

const problemOfCode: Readonly<Record<string, OffsiteProblem>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENODEV: 'missing',
  ENXIO: 'missing',
  ESTALE: 'missing',
  EHOSTDOWN: 'missing',
  EIO: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
};

/** Returns the error of a call to the file system of a target. */
export function targetError(error: unknown): OffsiteError {
  if (error instanceof OffsiteError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new OffsiteError(problemOfCode[code] ?? 'failed', message, error);
}
