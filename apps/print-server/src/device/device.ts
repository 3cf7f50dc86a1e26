/** What paper comes out of: one interface for all kinds of printers. */
import type { WaitReason } from '@atoll/domain/contract/print';

/** A job's paper, rendered when a device asks for its form. */
export interface Paper {
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
  /** Prints; `confirmed` when the device itself said that it is done, `isSilent` when it gave no sign that it read anything. */
  send(): Promise<{ confirmed: boolean; isSilent?: boolean }>;
  /** Lets go of the device without printing. */
  close(): void;
}

export interface Device {
  /** A job sent again replaces what came out before: there are no doubles. */
  readonly exact: boolean;
  /** Renders, reaches the device and asks how it is. Nothing is on paper yet; throws a DeviceTrouble. */
  open(paper: Paper): Promise<Session>;
}

/** The device cannot print now. `begun`: part of it may be on paper. */
export class DeviceTrouble extends Error {
  readonly reason: WaitReason;
  readonly begun: boolean;

  constructor(reason: WaitReason, begun = false, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
    this.begun = begun;
  }
}
