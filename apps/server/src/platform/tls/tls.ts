/** How the server serves https itself: the certificate in use, and what changes it. Source: R31.1, docs/decisions/043-https-of-the-server.md. */
import type { TlsMode } from '../config/tls-config.ts';

/** A certificate and its private key, as PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  readonly pem: string;
  readonly der: Buffer;
  /** SHA-256 of the certificate, in hex. */
  readonly sha256: string;
}

export interface Tls {
  readonly mode: Exclude<TlsMode, 'off'>;
  /** The shop's authority that signs now; null where the certificate comes from files. */
  readonly authority: Authority | null;
  /** The pair in use. */
  pair(): Pair;
  /** Why the pair in use is not the one that is wanted; null when nothing is wrong. */
  problem(): TlsProblem | null;
  /** Looks now whether the pair must change. */
  check(): Promise<void>;
  /** Makes or reads a new pair now. Returns false when the clock of the server is wrong; another failure is a `problem`. */
  renew(): Promise<boolean>;
  /** Returns what the port without https answers to an authority that asks for a token; undefined for any other token. */
  challengeAnswer?(token: string): string | undefined;
  /** Calls back with each new pair from now on, and looks for changes; returns the function that stops it. */
  follow(onPair: (pair: Pair) => void): () => void;
}

/** `clock`: the clock of the server is wrong. `files`: the new files cannot be used. `failed`: see the log. */
export type TlsProblem = 'clock' | 'files' | 'failed';

/** What the log of the server offers. */
export interface TlsLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** Options of the server for a pair. */
export const secureOptions = ({ cert, key }: Pair) => ({ cert, key, minVersion: 'TLSv1.2' as const });
