/** One interface for all kinds of printers. */
import type { WaitReason } from '@atoll/domain/contract/bill/print-words';

/** What a job prints, rendered when a device asks for its format. */
export interface Printout {
  readonly jobId: string;
  readonly title: string;
  readonly acceptedAt: number;
  readonly openDrawer: boolean;
  escpos(): Promise<Uint8Array>;
  text(): string;
  pdf(): Promise<{ pdf: Uint8Array; widthMm: number; heightMm: number }>;
}

/** A connection that is ready to print. */
export interface Session {
  /** Prints. `confirmed`: the device itself reported that it is done; `isSilent`: it gave no sign that it read anything. */
  send(): Promise<{ confirmed: boolean; isSilent?: boolean }>;
  /** Releases the device without printing. */
  close(): void;
}

export interface Device {
  /** True when a repeated job replaces its first output (a file), so that it never prints twice. */
  readonly replacesOutput: boolean;
  /** Renders, connects to the device and asks for its status. Nothing is printed yet. Throws a DeviceTrouble. */
  open(printout: Printout): Promise<Session>;
}

/** The device cannot print now. `started`: part of the job may be printed already. */
export class DeviceTrouble extends Error {
  readonly reason: WaitReason;
  readonly started: boolean;

  constructor(reason: WaitReason, started = false, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
    this.started = started;
  }
}
