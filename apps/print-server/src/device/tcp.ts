/**
 * A printer on the network, usually on port 9100. It serves one client at a time: connect, query, print, disconnect. The status is read
 * before the first byte; with `dle+confirm` the printer reports when everything before GS ( H is on paper.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import type { WaitReason } from '@atoll/domain/contract/bill/print-words';
import { type Device, DeviceTrouble, type Session } from './device.ts';
import { askStatus } from './status.ts';

type StatusMode = NonNullable<PrinterConfig['statusMode']>;

const connectMs = 2000;
const answerMs = 800;
const flushMs = 15_000;
const confirmMs = 15_000;
const closeMs = 1000;
/** How long a printer that answers no queries may take to end the connection, which shows that it has read the job. */
const silentCloseMs = 5000;

export interface TcpTimes {
  readonly confirmMs?: number;
  readonly flushMs?: number;
  readonly silentCloseMs?: number;
}

/** Returns the device behind `host` and `port`. */
export function tcpDevice(printer: PrinterConfig, times: TcpTimes = {}): Device {
  return {
    replacesOutput: false,
    async open(printout) {
      const connecting = connectTo(printer.host ?? '127.0.0.1', printer.port ?? 9100);
      const [socket, bytes] = await both(connecting, printout.escpos()); // The job is rendered while the connection is made.
      const line = listen(socket);
      const mode = printer.statusMode ?? 'none';
      const trouble = mode === 'none' ? null : await askStatus(line.ask);
      if (trouble !== null) {
        socket.destroy();
        throw new DeviceTrouble(trouble);
      }
      return session(line, bytes, mode, times);
    },
  };
}

/** Resolves with the connection and the rendered job; when one of them fails, the connection is closed. */
async function both(connecting: Promise<Socket>, drawing: Promise<Uint8Array>): Promise<[Socket, Uint8Array]> {
  try {
    return await Promise.all([connecting, drawing]);
  } catch (cause) {
    connecting.then((socket) => socket.destroy()).catch(() => undefined);
    throw cause;
  }
}

function connectTo(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => socket.destroy(new DeviceTrouble('offline')), connectMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const refused = cause.code === 'ECONNREFUSED' || cause.code === 'ECONNRESET';
      reject(
        cause instanceof DeviceTrouble ? cause : new DeviceTrouble(refused ? 'refused_busy' : 'offline', false, cause),
      );
    });
  });
}

type Line = ReturnType<typeof listen>;

/** Returns a line that collects what a socket receives and notes when it breaks. */
function listen(socket: Socket) {
  let received = Buffer.alloc(0);
  let isOpen = true;
  let failure: Error | null = null;
  const wakes = new Set<() => void>();
  const wake = () => {
    for (const one of wakes) one();
  };
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]).subarray(-4096);
    wake();
  });
  socket.on('error', (cause) => {
    failure = cause;
    wake();
  });
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isOpen = false;
      wake();
    });
  }
  /** Resolves with the first result of `ready` that is not undefined, or with null when the line breaks or the time is up. */
  function wait<T>(ready: () => T | undefined, ms: number, untilBroken = true): Promise<T | null> {
    return new Promise((resolve) => {
      const check = () => {
        const value = ready();
        if (value === undefined && !(untilBroken && (failure || !isOpen))) return;
        clearTimeout(timer);
        wakes.delete(check);
        resolve(value ?? null);
      };
      const timer = setTimeout(() => {
        wakes.delete(check);
        resolve(null);
      }, ms);
      wakes.add(check);
      check();
    });
  }
  return {
    socket,
    wait,
    wake,
    isBroken: () => failure !== null,
    isOpen: () => isOpen && failure === null,
    received: () => received,
    async ask(question: Uint8Array, isAnswer: (byte: number) => boolean): Promise<number | null> {
      received = Buffer.alloc(0);
      socket.write(question);
      return wait(() => received.find(isAnswer), answerMs);
    },
  };
}

function session(line: Line, bytes: Uint8Array, mode: StatusMode, times: TcpTimes): Session {
  const { socket } = line;
  const confirm = mode === 'dle+confirm';
  const endMs = mode === 'none' ? (times.silentCloseMs ?? silentCloseMs) : closeMs;
  return {
    close: () => socket.destroy(),
    async send() {
      const id = randomBytes(4).map((byte) => 0x21 + (byte % 0x5d));
      const question = confirm ? Uint8Array.of(0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30, ...id) : new Uint8Array();
      try {
        await flush(line, Buffer.concat([bytes, question]), times.flushMs ?? flushMs);
        const confirmed = confirm && (await confirmation(line, id, times.confirmMs ?? confirmMs));
        const hasEnded = await endConnection(line, endMs);
        return { confirmed, isSilent: mode === 'none' && !hasEnded };
      } finally {
        socket.destroy();
      }
    },
  };
}

async function flush(line: Line, bytes: Uint8Array, ms: number): Promise<void> {
  let flushed = false;
  line.socket.write(bytes, (cause) => {
    flushed = !cause;
    line.wake();
  });
  const done = await line.wait(() => (flushed ? true : undefined), ms);
  if (done === null) throw new DeviceTrouble(line.isOpen() ? 'no_answer' : 'closed_unconfirmed', true);
}

/**
 * Waits for the printer's answer to GS ( H: 7, ", our four bytes, NUL. Without one it throws the printer's status, or returns false when
 * the status is good.
 */
async function confirmation(line: Line, id: Uint8Array, ms: number): Promise<boolean> {
  const answer = Buffer.from([0x37, 0x22, ...id, 0]);
  const came = await line.wait(() => (line.received().includes(answer) ? true : undefined), ms);
  if (came) return true;
  if (!line.isOpen()) throw new DeviceTrouble('closed_unconfirmed', true);
  const trouble: WaitReason | null = await askStatus(line.ask);
  if (trouble !== null) throw new DeviceTrouble(trouble, true);
  return false;
}

/** Ends the connection and returns whether the printer ended it too. A reset now means that bytes were discarded. */
async function endConnection(line: Line, ms: number): Promise<boolean> {
  let closed = false;
  line.socket.once('close', () => {
    closed = true;
    line.wake();
  });
  line.socket.end();
  await line.wait(() => (closed || line.isBroken() ? true : undefined), ms, false);
  if (line.isBroken()) throw new DeviceTrouble('closed_unconfirmed', true);
  return closed;
}
