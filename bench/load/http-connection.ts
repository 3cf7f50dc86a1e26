/**
 * One persistent connection to the server, with as little work as possible: the load must not take processor time from
 * what it measures.
 */
import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

const headEnd = Buffer.from('\r\n\r\n');

export class HttpConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer[] = [];
  #size = 0;
  /** The length of the answer that is arriving, once its head is complete. */
  #wanted = 0;
  #waiting: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | null = null;

  private constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#host = `127.0.0.1:${port}`;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server hung up')));
  }

  /** False once the server has hung up: it ends connections that are not used for a minute. */
  get isOpen(): boolean {
    return this.#socket.writable;
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new HttpConnection(socket, port)));
      socket.once('error', reject);
    });
  }

  /** Sends one request and returns its response; one at a time. `headers` are whole lines; a body that is text is JSON already. */
  call(method: string, path: string, headers = '', body?: unknown): Promise<HttpAnswer> {
    const json = typeof body === 'string' ? body : JSON.stringify(body);
    const text = body === undefined ? '' : json;
    const kind =
      body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
    if (!this.isOpen) return Promise.reject(new Error('The server hung up'));
    this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}${kind}\r\n${text}`);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#wanted) return;
    const received = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    this.#received = [received];
    const at = received.indexOf(headEnd);
    if (at < 0) return;
    const head = received.toString('latin1', 0, at);
    const status = Number(head.slice(9, 12));
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const whole = at + 4 + (status === 304 ? 0 : length);
    this.#wanted = whole;
    if (received.length < whole) return;
    const rest = received.subarray(whole);
    this.#received = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    this.#wanted = 0;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status, head, body: received.subarray(at + 4, whole) });
  }
}
