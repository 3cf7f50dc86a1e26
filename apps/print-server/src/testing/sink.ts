/** A network printer simulated by a socket: answers status queries, confirms, runs out of paper, breaks off. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export type Condition = 'ready' | 'paper_out' | 'cover_open' | 'cutter' | 'silent';

export interface Sink {
  readonly port: number;
  /** Returns the bytes of each connection that sent more than queries, oldest first. */
  jobs(): Buffer[];
  condition: Condition;
  /** False: it accepts connections and never reads from them. */
  reads: boolean;
  /** True: it confirms what GS ( H asks. */
  confirms: boolean;
  /** Resets the connection once that many bytes of a job arrived. */
  dropAfter: number | null;
  /** Called when the first byte of a job arrives. */
  onFirstByte: (() => void) | null;
  /** Resolves when that many complete jobs arrived. */
  whenJobs(count: number): Promise<Buffer[]>;
  connections(): number;
  /** Accepts no connections, as if switched off. `on` accepts them again. */
  off(): Promise<void>;
  on(): Promise<void>;
  close(): Promise<void>;
}

const answers: Record<Exclude<Condition, 'silent'>, Record<number, number>> = {
  ready: { 1: 0x12, 2: 0x12, 3: 0x12, 4: 0x12 },
  paper_out: { 1: 0x1a, 2: 0x32, 3: 0x12, 4: 0x72 },
  cover_open: { 1: 0x1a, 2: 0x16, 3: 0x12, 4: 0x12 },
  cutter: { 1: 0x1a, 2: 0x52, 3: 0x1a, 4: 0x12 },
};

/** Starts a printer on a free port. */
export async function startSink(port = 0): Promise<Sink> {
  const done: Buffer[] = [];
  const open = new Set<Socket>();
  const watchers = new Set<() => void>();
  let connections = 0;
  let server = createServer(accept);
  let ownPort = port;

  function accept(socket: Socket): void {
    connections += 1;
    open.add(socket);
    let payload = Buffer.alloc(0);
    let dropped = false;
    socket.on('error', () => undefined);
    if (!sink.reads) {
      socket.pause();
      return;
    }
    socket.on('data', (data: Buffer) => {
      const rest = answerQuestions(socket, data);
      if (rest.length > 0 && payload.length === 0) sink.onFirstByte?.();
      payload = Buffer.concat([payload, rest]);
      if (sink.dropAfter !== null && payload.length >= sink.dropAfter && !dropped) {
        dropped = true;
        socket.resetAndDestroy();
      }
      confirm(socket, payload);
    });
    socket.on('close', () => {
      open.delete(socket);
      if (payload.length > 0) done.push(payload);
      for (const check of watchers) check();
    });
  }

  /** Sends the answer to DLE EOT n at once and removes it from the bytes to print. */
  function answerQuestions(socket: Socket, data: Buffer): Buffer {
    if (data.length !== 3 || data[0] !== 0x10 || data[1] !== 0x04) return data;
    if (sink.condition !== 'silent') socket.write(Buffer.of(answers[sink.condition][data[2] ?? 0] ?? 0));
    return Buffer.alloc(0);
  }

  function confirm(socket: Socket, payload: Buffer): void {
    const question = payload.lastIndexOf(Buffer.of(0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30));
    if (!sink.confirms || question < 0 || payload.length < question + 11) return;
    socket.write(Buffer.concat([Buffer.of(0x37, 0x22), payload.subarray(question + 7, question + 11), Buffer.of(0)]));
  }

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(ownPort, '127.0.0.1', () => {
        ownPort = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });

  const sink: Sink = {
    get port() {
      return ownPort;
    },
    jobs: () => [...done],
    condition: 'ready',
    reads: true,
    confirms: true,
    dropAfter: null,
    onFirstByte: null,
    connections: () => connections,
    whenJobs: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (done.length < count) return;
          watchers.delete(check);
          resolve([...done]);
        };
        watchers.add(check);
        check();
      }),
    off: shut,
    async on() {
      server = createServer(accept);
      await listen();
    },
    close: shut,
  };
  await listen();
  return sink;
}
