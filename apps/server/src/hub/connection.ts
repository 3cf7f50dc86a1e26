import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { HubError } from './hub-error.ts';
import type { HubIdentity } from './identity.ts';
import { Inbox } from './inbox.ts';
import type { HubLog } from './log.ts';
import type { HubOptions } from './options.ts';
import { toFrame } from './protocol/frame.ts';
import { handshakeAccepted, handshakeRefused, readHandshake } from './protocol/handshake.ts';
import { nextTextRecord } from './protocol/json.ts';
import type { HubProtocol, IncomingMessage, OutgoingMessage } from './protocol/message.ts';
import { ProtocolError } from './protocol/message.ts';
import { Rate } from './rate.ts';
import type { Counters } from './stats.ts';

/** What a connection needs of its hub. */
export interface ConnectionHost {
  readonly options: HubOptions;
  readonly log: HubLog;
  readonly counters: Counters;
  now(): number;
  /** Returns whether a method of that name, in lower case, exists. */
  has(method: string): boolean;
  call(connection: Connection, method: string, args: readonly unknown[]): Promise<unknown>;
  opened(connection: Connection): void;
  closed(connection: Connection): void;
}

type Call = Extract<IncomingMessage, { kind: 'invocation' | 'streamInvocation' }>;

const closeCode = { normal: 1000, protocol: 1002, policy: 1008, tooLarge: 1009 } as const;
/** Bills of a client whose last change was announced; clients send their Sync within seconds. */
const maxAnnounced = 100;
const pingMessage: OutgoingMessage = { kind: 'ping' };

/** One client: handshake, records, invocations one after another, time limits. */
export class Connection {
  readonly id: string;
  readonly identity: HubIdentity;
  readonly #socket: WebSocket;
  /** What the socket writes to. */
  readonly #wire: Writable;
  readonly #host: ConnectionHost;
  readonly #inbox = new Inbox();
  readonly #invocations: Rate;
  /** True after Hello: the client gets the head instead of pings. */
  subscribed = false;
  readonly #announced = new Set<number>();
  #protocol: HubProtocol | undefined;
  #queue: Call[] | undefined;
  #openedAt: number;
  #heardAt: number;
  #sentAt: number;
  #ending = false;
  #gone = false;

  constructor(id: string, identity: HubIdentity, [socket, wire]: readonly [WebSocket, Writable], host: ConnectionHost) {
    const now = host.now();
    const { invocationsPerSecond } = host.options;
    this.id = id;
    this.identity = identity;
    this.#socket = socket;
    this.#wire = wire;
    this.#host = host;
    this.#invocations = new Rate(invocationsPerSecond, invocationsPerSecond, now);
    this.#openedAt = now;
    this.#heardAt = now;
    this.#sentAt = now;
    socket.on('message', (data) => this.#receive(data as Buffer));
    socket.on('error', (error) => host.log.debug({ err: error, connectionId: id }, 'hub socket error'));
    socket.on('close', () => this.#closed());
  }

  /** Remembers that a change of a bill by this client was announced to the others. */
  announced(billId: number): void {
    this.#announced.delete(billId);
    this.#announced.add(billId);
    const [oldest] = this.#announced;
    if (this.#announced.size > maxAnnounced && oldest !== undefined) this.#announced.delete(oldest);
  }

  /** Returns whether the client's last change of a bill was announced already, once. */
  takeAnnounced(billId: number): boolean {
    return this.#announced.delete(billId);
  }

  /** Returns the protocol agreed in the handshake; undefined before it. */
  get protocol(): HubProtocol | undefined {
    return this.#protocol;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** Sends one message, encoded for this connection alone. */
  send(message: OutgoingMessage): void {
    if (this.#protocol) this.sendFrame(toFrame(this.#protocol, message));
  }

  /** Sends a frame of `toFrame` in this connection's protocol. A client that does not read is disconnected. */
  sendFrame(frame: Buffer): void {
    if (this.#ending || !this.#protocol || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount + frame.length > this.#host.options.bufferLimit) {
      this.#host.counters.slowCut++;
      this.#host.log.warn({ connectionId: this.id, outlet: this.identity.outletId }, 'hub: slow consumer cut');
      this.terminate();
      return;
    }
    this.#sentAt = this.#host.now();
    this.#host.counters.sent++;
    this.#wire.write(frame);
  }

  /** Sends the reason and closes. With `allowReconnect` the client's automatic reconnect comes back. */
  end(error: string | undefined, allowReconnect = false, code: number = closeCode.normal): void {
    if (this.#ending) return;
    if (this.#protocol) this.send({ kind: 'close', error, allowReconnect });
    else if (error !== undefined) this.#socket.send(handshakeRefused(error));
    this.#ending = true;
    this.#queue = undefined;
    this.#socket.close(code);
  }

  /** Closes the socket at once, without a message. */
  terminate(): void {
    this.#ending = true;
    this.#queue = undefined;
    this.#socket.terminate();
  }

  /** Called every second: ends a connection that is over its time and pings one that was sent nothing. */
  tick(now: number): void {
    if (this.#ending) return;
    const { handshakeTimeoutMs, clientTimeoutMs, keepAliveMs, tickMs } = this.#host.options;
    if (!this.#protocol) {
      if (now - this.#openedAt >= handshakeTimeoutMs) this.end('The handshake took too long.', false, closeCode.policy);
    } else if (now >= this.identity.expiresAt) {
      this.end('Session expired', true);
    } else if (now - this.#heardAt >= clientTimeoutMs) {
      this.#host.counters.timedOut++;
      this.terminate();
    } else if (now - this.#sentAt >= keepAliveMs + (this.subscribed ? 2 * tickMs : 0)) {
      // A subscribed connection is pinged only when its head could not be read in time.
      this.send(pingMessage);
    }
  }

  #receive(data: Buffer): void {
    if (this.#ending) return;
    this.#heardAt = this.#host.now();
    try {
      this.#read(this.#inbox.add(data));
    } catch (error) {
      if (!(error instanceof ProtocolError))
        this.#host.log.error({ err: error, connectionId: this.id }, 'hub: reading failed');
      const words = error instanceof ProtocolError ? error.message : 'The connection ended with an error.';
      const code = error instanceof ProtocolError && error.tooLarge ? closeCode.tooLarge : closeCode.protocol;
      this.end(words, false, code);
    }
  }

  #read(bytes: Buffer): void {
    const { handshakeLimit, messageLimit } = this.#host.options;
    let offset = 0;
    if (!this.#protocol) {
      const first = nextTextRecord(bytes, 0, handshakeLimit);
      if (!first) return;
      const protocol = readHandshake(first.record);
      // The answer is sent before the protocol is set, so that nothing can be sent ahead of it.
      this.#socket.send(Buffer.from(handshakeAccepted), { binary: protocol.binary });
      this.#protocol = protocol;
      this.#host.opened(this);
      offset = first.end;
    }
    for (;;) {
      const next = this.#protocol.next(bytes, offset, messageLimit);
      if (!next) break;
      this.#host.counters.received++;
      this.#accept(this.#protocol.parse(next.record));
      if (this.#ending) return;
      offset = next.end;
    }
    this.#inbox.drop(offset);
  }

  #accept(message: IncomingMessage): void {
    if (message.kind === 'close') this.end(undefined);
    else if (message.kind === 'invocation' || message.kind === 'streamInvocation') this.#enqueue(message);
  }

  #enqueue(call: Call): void {
    if (!this.#invocations.take(this.#host.now())) {
      this.#host.counters.refused++;
      this.#complete(call, { error: 'Too many messages. Please slow down.' });
      return;
    }
    if (this.#queue === undefined) {
      this.#queue = [call];
      void this.#work(this.#queue);
    } else if (this.#queue.length >= this.#host.options.queueLimit) {
      this.end('Too many messages.', true, closeCode.policy);
    } else {
      this.#queue.push(call);
    }
  }

  /** Runs one invocation at a time, in the order of their arrival. */
  async #work(queue: Call[]): Promise<void> {
    for (let call = queue[0]; call !== undefined; call = queue[0]) {
      const answer = await this.#run(call);
      if (this.#queue !== queue) return;
      this.#complete(call, answer);
      queue.shift();
    }
    this.#queue = undefined;
  }

  async #run(call: Call): Promise<{ result?: unknown; error?: string }> {
    const method = call.target.toLowerCase();
    if (!this.#host.has(method)) return { error: `Unknown hub method '${call.target}'` };
    if (call.kind === 'streamInvocation') {
      const words = 'with a streaming invocation.';
      return { error: `The client attempted to invoke the non-streaming '${call.target}' method ${words}` };
    }
    if (call.streams) return { error: `The method '${call.target}' takes no streams.` };
    this.#host.counters.invocations++;
    try {
      return { result: await this.#host.call(this, method, call.args) };
    } catch (error) {
      if (error instanceof HubError) return { error: error.message };
      this.#host.log.error({ err: error, connectionId: this.id, method }, 'hub: an invocation failed');
      return { error: `An unexpected error occurred invoking '${call.target}' on the server.` };
    }
  }

  #complete(call: Call, answer: { result?: unknown; error?: string }): void {
    if (call.invocationId === undefined) return;
    this.send({ kind: 'completion', invocationId: call.invocationId, ...answer });
  }

  #closed(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#ending = true;
    this.#queue = undefined;
    this.#host.closed(this);
  }
}
