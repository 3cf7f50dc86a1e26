/** An off-site copy that could not be made, sent or opened, and why in the words of the domain. Source: R31.36. */
import type { OffsiteProblem } from '@atoll/domain/offsite/problem';

export class OffsiteError extends Error {
  readonly problem: OffsiteProblem;
  /** What a person has to look at: the fingerprint of a key; '' for most problems. */
  readonly shown: string;

  constructor(problem: OffsiteProblem, message: string = problem, cause?: unknown, shown = '') {
    super(message, { cause });
    this.name = 'OffsiteError';
    this.problem = problem;
    this.shown = shown;
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
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EPIPE: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENETDOWN: 'away',
  ETIMEDOUT: 'slow',
};

/** Errors of TLS about who the target is have many codes. */
const isAboutCertificate = (code: string): boolean => /CERT|ALTNAME|SIGNATURE|ISSUER/.test(code);

/** Returns the error of a call to the file system or the network of a target. */
export function targetError(error: unknown): OffsiteError {
  if (error instanceof OffsiteError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new OffsiteError(problemOfCode[code] ?? (isAboutCertificate(code) ? 'certificate' : 'failed'), message, error);
}
