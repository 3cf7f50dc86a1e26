/** The messages of the SignalR hub protocol, independent of their encoding. Source: HubProtocol.md of the reference server. */
export const messageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9,
} as const;

/** What a client may send. With an `undefined` invocationId it wants no answer. */
export type IncomingMessage =
  | {
      readonly kind: 'invocation';
      readonly target: string;
      readonly args: readonly unknown[];
      readonly invocationId: string | undefined;
      readonly streams: boolean;
    }
  | { readonly kind: 'streamInvocation'; readonly target: string; readonly invocationId: string }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' }
  /** Known and ignored here: stream items, completions, cancellations, acknowledgements, future types. */
  | { readonly kind: 'ignored' };

/** What the server sends. */
export type OutgoingMessage =
  | { readonly kind: 'invocation'; readonly target: string; readonly args: readonly unknown[] }
  | { readonly kind: 'completion'; readonly invocationId: string; readonly result?: unknown; readonly error?: string }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close'; readonly error?: string | undefined; readonly allowReconnect: boolean };

/** An encoding of the messages. */
export interface HubProtocol {
  readonly name: 'json' | 'messagepack';
  /** True when messages are sent as binary WebSocket frames. */
  readonly binary: boolean;
  /**
   * Returns the next complete record from `offset`, and where the one after it starts; undefined when it is not
   * complete yet. Throws `ProtocolError` when it is, or will be, larger than `limit`.
   */
  next(bytes: Buffer, offset: number, limit: number): { readonly record: Buffer; readonly end: number } | undefined;
  /** Returns the message of a record. Throws `ProtocolError` on anything else. */
  parse(record: Buffer): IncomingMessage;
  /** Returns one complete record, ready to be sent. */
  write(message: OutgoingMessage): Buffer;
}

/** The peer broke the protocol: the connection ends. Its message is shown to the peer. */
export class ProtocolError extends Error {
  readonly tooLarge: boolean;
  constructor(message: string, tooLarge = false) {
    super(message);
    this.name = 'ProtocolError';
    this.tooLarge = tooLarge;
  }
}

/** Returns the refusal of a record above the limit. */
export function tooLarge(limit: number): ProtocolError {
  return new ProtocolError(`The message is larger than ${limit} bytes.`, true);
}

/** Builds a message from its decoded parts. Throws `ProtocolError`. */
export function toIncoming(parts: {
  readonly type: unknown;
  readonly target?: unknown;
  readonly args?: unknown;
  readonly invocationId?: unknown;
  readonly streamIds?: unknown;
}): IncomingMessage {
  if (!Number.isInteger(parts.type)) throw new ProtocolError('The message has no type.');
  switch (parts.type) {
    case messageType.invocation:
    case messageType.streamInvocation: {
      const { target, args, invocationId, streamIds } = parts;
      if (typeof target !== 'string' || target === '') throw new ProtocolError('The invocation names no method.');
      if (!Array.isArray(args)) throw new ProtocolError('The invocation has no list of arguments.');
      const hasId = invocationId !== undefined && invocationId !== null;
      if (hasId && typeof invocationId !== 'string') throw new ProtocolError('The invocation id is not a text.');
      if (parts.type === messageType.streamInvocation) {
        if (!hasId) throw new ProtocolError('The stream invocation has no id.');
        return { kind: 'streamInvocation', target, invocationId: invocationId as string };
      }
      return {
        kind: 'invocation',
        target,
        args,
        invocationId: hasId ? (invocationId as string) : undefined,
        streams: Array.isArray(streamIds) && streamIds.length > 0,
      };
    }
    case messageType.ping:
      return { kind: 'ping' };
    case messageType.close:
      return { kind: 'close' };
    default:
      return { kind: 'ignored' };
  }
}
