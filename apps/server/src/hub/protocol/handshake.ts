import { decodeText, jsonProtocol } from './json.ts';
import { type HubProtocol, ProtocolError } from './message.ts';
import { messagePackProtocol } from './message-pack.ts';

/** The answer to an accepted handshake; JSON text in every protocol. */
export const handshakeAccepted = '{}\u001e';

/** Returns the answer to a refused handshake. */
export function handshakeRefused(error: string): string {
  return `${JSON.stringify({ error })}\u001e`;
}

/**
 * Returns the protocol that a handshake record asks for. Versions 1 and 2 are accepted: clients send 2 only when they
 * could reconnect with state, which this server never offers. Throws `ProtocolError`.
 */
export function readHandshake(record: Buffer): HubProtocol {
  let request: unknown;
  try {
    request = JSON.parse(decodeText(record));
  } catch {
    throw new ProtocolError('The handshake is not valid.');
  }
  if (typeof request !== 'object' || request === null || 'type' in request) {
    throw new ProtocolError('The handshake is not valid.');
  }
  const { protocol, version } = request as Record<string, unknown>;
  if (typeof protocol !== 'string' || !Number.isInteger(version)) {
    throw new ProtocolError('The handshake is not valid.');
  }
  const found = [jsonProtocol, messagePackProtocol].find(({ name }) => name === protocol);
  if (!found) throw new ProtocolError(`The protocol '${protocol.slice(0, 40)}' is not supported.`);
  if (version !== 1 && version !== 2) {
    throw new ProtocolError(`Version ${String(version)} of the protocol '${protocol}' is not supported.`);
  }
  return found;
}
