import { type HubProtocol, messageType, type OutgoingMessage, ProtocolError, toIncoming, tooLarge } from './message.ts';

/** Ends every record of the JSON protocol and of the handshake. It never occurs inside a UTF-8 sequence. */
export const recordSeparator = 0x1e;
const separatorText = '\u001e';

/** The SignalR JSON protocol. Bytes, not text, are split, so that a record may be cut anywhere, even inside a character. */
export const jsonProtocol: HubProtocol = {
  name: 'json',
  binary: false,
  next: nextTextRecord,
  parse(record) {
    let value: unknown;
    try {
      value = JSON.parse(decodeText(record));
    } catch {
      throw new ProtocolError('The message is not JSON.');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ProtocolError('The message is not an object.');
    }
    const { type, target, arguments: args, invocationId, streamIds } = value as Record<string, unknown>;
    return toIncoming({ type, target, args, invocationId, streamIds });
  },
  write(message) {
    return Buffer.from(JSON.stringify(toJson(message)) + separatorText);
  },
};

/** Returns the next record up to a separator. See `HubProtocol.next`. */
export function nextTextRecord(bytes: Buffer, offset: number, limit: number) {
  const at = bytes.indexOf(recordSeparator, offset);
  const length = (at < 0 ? bytes.length : at) - offset;
  if (length > limit) throw tooLarge(limit);
  return at < 0 ? undefined : { record: bytes.subarray(offset, at), end: at + 1 };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of a record; throws on bytes that are not UTF-8. */
export function decodeText(record: Buffer): string {
  return utf8.decode(record);
}

function toJson(message: OutgoingMessage): object {
  switch (message.kind) {
    case 'invocation':
      return { type: messageType.invocation, target: message.target, arguments: message.args };
    case 'completion': {
      const { invocationId, error, result } = message;
      if (error !== undefined) return { type: messageType.completion, invocationId, error };
      return { type: messageType.completion, invocationId, result };
    }
    case 'ping':
      return { type: messageType.ping };
    case 'close':
      return {
        type: messageType.close,
        error: message.error,
        ...(message.allowReconnect ? { allowReconnect: true } : undefined),
      };
  }
}
