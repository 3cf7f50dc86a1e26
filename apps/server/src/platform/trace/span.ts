/** Spans of a trace, as the server sees them; what exports them is loaded only when it is wanted. Source: R34.21. */

/** Where a trace goes on: the header `traceparent` of W3C Trace Context. */
export type TraceParent = string;

export interface Span {
  readonly traceparent: TraceParent;
  /** Begins a part of this one. */
  child(name: string, attributes?: Attributes): Span;
  /** Ends it. `error`: why it failed. */
  end(attributes?: Attributes, error?: unknown): void;
}

export type Attributes = Readonly<Record<string, string | number>>;

export interface CallStart {
  readonly name: string;
  /** The trace of the caller; a new one begins without it. */
  readonly traceparent: TraceParent | undefined;
  /** When somebody tapped what the call brings, in epoch ms: the time in the outbox is a part of the trace. */
  readonly tappedAt: number | undefined;
  readonly attributes: Attributes;
}

export interface Tracing {
  startCall(call: CallStart): Span;
  /** Exports what is left, within two seconds. */
  stop(): Promise<void>;
}

const pattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns a traceparent that was sent, or undefined when it is not one. */
export const readTraceParent = (sent: unknown): TraceParent | undefined =>
  typeof sent === 'string' && pattern.test(sent) ? sent : undefined;
