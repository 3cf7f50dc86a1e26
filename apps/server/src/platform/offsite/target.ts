/** What a target of off-site copies can do. Source: R31.36. */
import type { TargetAddress } from '@atoll/domain/offsite/target';

/** An address, with the password or the secret key that it needs; '' for none. It is never logged. */
export interface TargetLogin {
  readonly address: TargetAddress;
  readonly secret: string;
}

export interface TargetFile {
  readonly name: string;
  readonly bytes: number;
}

/** Every call throws an OffsiteError. */
export interface Target {
  /**
   * Writes, reads and removes a test file, and leaves what marks the target as one. Returns whether it is on the disk of the data folder, so that both are
   * lost together.
   */
  prepare(): Promise<boolean>;
  /** Throws unless the target is the one that was prepared: a folder is also there when its disk is not. */
  check(): Promise<void>;
  list(): Promise<TargetFile[]>;
  /** Sends a file; it has its name at the target only when it is whole there. */
  put(name: string, path: string): Promise<void>;
  get(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Ends a connection that is open. */
  close(): void;
}
