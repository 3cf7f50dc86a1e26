import { type HubProtocol, messageType, type OutgoingMessage, ProtocolError, toIncoming, tooLarge } from './message.ts';
import { decode, encode } from './message-pack-codec.ts';

const resultKind = { error: 1, void: 2, value: 3 } as const;

/** The SignalR MessagePack protocol: a length of 1 to 5 bytes, then an array. */
export const messagePackProtocol: HubProtocol = {
  name: 'messagepack',
  binary: true,
  next(bytes, offset, limit) {
    let length = 0;
    for (let i = 0; i < 5; i++) {
      const byte = bytes[offset + i];
      if (byte === undefined) return undefined;
      length += (byte & 0x7f) * 2 ** (7 * i);
      if (byte & 0x80) continue;
      if (length > limit) throw tooLarge(limit);
      const start = offset + i + 1;
      const end = start + length;
      return end > bytes.length ? undefined : { record: bytes.subarray(start, end), end };
    }
    throw new ProtocolError('The length of the message is not valid.');
  },
  parse(record) {
    const value = decode(record);
    if (!Array.isArray(value)) throw new ProtocolError('The message is not an array.');
    const [type, , invocationId, target, args, streamIds] = value as unknown[];
    return toIncoming({ type, invocationId, target, args, streamIds });
  },
  write(message) {
    const body = encode(toArray(message));
    return Buffer.concat([lengthPrefix(body.length), body]);
  },
};

function lengthPrefix(length: number): Buffer {
  const bytes: number[] = [];
  let left = length;
  do {
    const low = left % 128;
    left = Math.floor(left / 128);
    bytes.push(left > 0 ? low | 0x80 : low);
  } while (left > 0);
  return Buffer.from(bytes);
}

function toArray(message: OutgoingMessage): unknown[] {
  switch (message.kind) {
    case 'invocation':
      return [messageType.invocation, {}, null, message.target, message.args, []];
    case 'completion': {
      const { invocationId, error, result } = message;
      if (error !== undefined) return [messageType.completion, {}, invocationId, resultKind.error, error];
      if (result === undefined) return [messageType.completion, {}, invocationId, resultKind.void];
      return [messageType.completion, {}, invocationId, resultKind.value, result];
    }
    case 'ping':
      return [messageType.ping];
    case 'close':
      return [messageType.close, message.error ?? null, message.allowReconnect];
  }
}
