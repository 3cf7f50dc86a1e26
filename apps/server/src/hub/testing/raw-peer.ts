import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { TestHub } from './harness.ts';
import { origin } from './harness.ts';

export const rs = '\u001e';
export const jsonHandshake = `{"protocol":"json","version":1}${rs}`;

/** A peer that sends any bytes. */
export class RawPeer {
  readonly socket: WebSocket;
  /** The frames as they came. */
  readonly frames: { readonly data: Buffer; readonly binary: boolean }[] = [];
  closeCode: number | undefined;

  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, { headers, perMessageDeflate: false });
    this.socket.on('message', (data: Buffer, binary) => this.frames.push({ data, binary }));
    this.socket.on('close', (code) => {
      this.closeCode = code;
    });
    this.socket.on('error', () => {});
  }

  /** Returns all JSON records so far. */
  get records(): Record<string, unknown>[] {
    const text = this.frames.map(({ data }) => data.toString()).join('');
    return text
      .split(rs)
      .filter((record) => record !== '')
      .map((record) => JSON.parse(record));
  }

  send(text: string | Buffer): void {
    this.socket.send(text);
  }
}

/** Connects without sending anything. */
export async function connectRaw(test: TestHub, query = ''): Promise<RawPeer> {
  const ticket = await test.ticketFor();
  const peer = new RawPeer(`${test.url.replace('http', 'ws')}?access_token=${ticket}${query}`, { origin });
  await once(peer.socket, 'open');
  return peer;
}

/** Connects and completes the handshake in the JSON protocol. */
export async function connectJson(test: TestHub): Promise<RawPeer> {
  const peer = await connectRaw(test);
  peer.send(jsonHandshake);
  await once(peer.socket, 'message');
  return peer;
}

/** Returns the status of a refused upgrade; 101 when it was accepted. */
export async function upgradeStatus(url: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers });
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      socket.terminate();
      resolve(response.statusCode ?? 0);
    });
  });
}
