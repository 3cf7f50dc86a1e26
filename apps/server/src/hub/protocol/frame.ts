import * as ws from 'ws';
import type { HubProtocol, OutgoingMessage } from './message.ts';

interface FrameOptions {
  readonly fin: boolean;
  readonly rsv1: boolean;
  readonly opcode: number;
  readonly mask: boolean;
  readonly readOnly: boolean;
}

// The type package lacks it.
const { Sender } = ws as unknown as {
  readonly Sender: { frame(data: Buffer, options: FrameOptions): readonly Buffer[] };
};

/** Codes of RFC 6455. */
const opcode = { text: 1, binary: 2 } as const;

/**
 * Returns a message as one whole WebSocket frame of a server, not masked and not compressed: it is built once for all clients of a protocol
 * and written at once. A socket of the library builds the head of the frame, and writes it apart, for each client.
 */
export function toFrame(protocol: HubProtocol, message: OutgoingMessage): Buffer {
  const code = protocol.binary ? opcode.binary : opcode.text;
  const options = { fin: true, rsv1: false, opcode: code, mask: false, readOnly: true };
  return Buffer.concat(Sender.frame(protocol.write(message), options));
}
