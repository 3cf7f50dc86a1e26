import type { HubProtocol, OutgoingMessage } from './message.ts';

const final = 0x80;
const opcode = { text: 1, binary: 2 } as const;
/** Up to this many bytes the length stands in the second byte. */
const shortLength = 125;
/** Stands in the second byte where two, or eight, bytes with the length follow. */
const longer = { two: 126, eight: 127 } as const;

/**
 * Returns a message as one whole WebSocket frame of a server, not masked and not compressed: it is built once for all clients of a protocol
 * and written at once. The library would build the head of the frame, and write it apart, for each client.
 */
export function toFrame(protocol: HubProtocol, message: OutgoingMessage): Buffer {
  const record = protocol.write(message);
  const { length } = record;
  const headLength = length <= shortLength ? 2 : length <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = final | (protocol.binary ? opcode.binary : opcode.text);
  if (headLength === 2) {
    frame[1] = length;
  } else if (headLength === 4) {
    frame[1] = longer.two;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = longer.eight;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  record.copy(frame, headLength);
  return frame;
}
