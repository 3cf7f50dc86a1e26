/**
 * A proxy between tills and a server that injects network faults: it loses calls or their answers, delivers calls
 * twice, lets a call of one device overtake another's, and hangs: it accepts a call, never answers and never closes it.
 */
import { Agent, request as call, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** How many of a hundred calls have each fault. */
export interface Faults {
  /** The line breaks before the server received the call. */
  readonly lostCalls: number;
  /** The server processed the call, and the line breaks. */
  readonly lostAnswers: number;
  /** The server receives the call again a little later. */
  readonly doubled: number;
  /** The call waits until another device's was received. */
  readonly overtaken: number;
  /** No answer comes and nothing is closed; the server received every second of these calls. */
  readonly hung: number;
  /** Maximum delay in each direction. */
  readonly delayMs: number;
}

export type Fault = Exclude<keyof Faults, 'delayMs'>;

export const noFaults: Faults = { lostCalls: 0, lostAnswers: 0, doubled: 0, overtaken: 0, hung: 0, delayMs: 0 };

export interface FaultProxy {
  /** The address for tills. */
  readonly origin: string;
  /** The faults from now on. */
  faults: Faults;
  /** How often each fault happened. */
  readonly happened: ReadonlyMap<Fault, number>;
  /** Returns the number of calls that hang now. */
  hanging(): number;
  close(): Promise<void>;
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Maximum wait to be overtaken. */
const maxOvertakeMs = 500;
const kinds = ['lostCalls', 'lostAnswers', 'doubled', 'overtaken', 'hung'] as const satisfies readonly Fault[];

const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/** Opens the proxy before a server. `below` returns a random whole number from 0 to below its argument. */
export async function openFaultProxy(server: string, below: (n: number) => number): Promise<FaultProxy> {
  const { hostname, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const happened = new Map<Fault, number>();
  const hanging = new Set<ServerResponse>();
  const overtaking = makeOvertaking();

  const count = (fault: Fault): void => void happened.set(fault, (happened.get(fault) ?? 0) + 1);

  /** Returns the fault of a call, at most one; only calls that change something are delivered twice. */
  function faultOf(method: string): Fault | null {
    let place = below(100);
    for (const fault of kinds) {
      place -= proxy.faults[fault];
      if (place >= 0) continue;
      if (fault === 'doubled' && method === 'GET') return null;
      count(fault);
      return fault;
    }
    return null;
  }

  function ask({ method, url, headers, body }: Call): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
    return new Promise((resolve, reject) => {
      const onward = call({ hostname, port, agent, method, path: url, headers });
      onward.on('error', reject);
      onward.on('response', (answer) => void buffer(answer).then((bytes) => resolve({ answer, bytes }), reject));
      Readable.from([body]).pipe(onward);
    });
  }

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const sent: Call = { method, url, headers, body: await buffer(request) };
    const device = String(headers['x-device-id'] ?? '');
    const fate = faultOf(method);
    await pause(below(proxy.faults.delayMs + 1));
    if (fate === 'lostCalls') return void request.socket.destroy();
    if (fate === 'hung') {
      hanging.add(response);
      response.on('close', () => hanging.delete(response));
      if (below(2) === 0) await ask(sent);
      return undefined;
    }
    if (fate === 'overtaken') await overtaking.wait(device);
    if (fate === 'doubled') void pause(below(maxOvertakeMs)).then(() => ask(sent).catch(() => undefined));
    const { answer, bytes } = await ask(sent);
    overtaking.received(device);
    if (fate === 'lostAnswers') return void request.socket.destroy();
    await pause(below(proxy.faults.delayMs + 1));
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.end(bytes);
    return undefined;
  }

  const listener = createServer((request, response) => {
    carry(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => void listener.listen(0, '127.0.0.1', done));

  const proxy: FaultProxy = {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    faults: noFaults,
    happened,
    hanging: () => hanging.size,
    async close() {
      listener.closeAllConnections();
      await new Promise((done) => void listener.close(done));
      agent.destroy();
    },
  };
  return proxy;
}

/** Returns the calls that wait until the server received one of another device. */
function makeOvertaking() {
  const slow = new Set<{ readonly device: string; readonly go: () => void }>();
  return {
    /** Waits to be overtaken, for a limited time. */
    async wait(device: string): Promise<void> {
      await new Promise<void>((go) => {
        const waiting = { device, go };
        slow.add(waiting);
        void pause(maxOvertakeMs).then(() => slow.delete(waiting) && go());
      });
    },
    /** Lets calls continue that waited until the server received one of another device. */
    received(device: string): void {
      for (const waiting of slow) if (waiting.device !== device && slow.delete(waiting)) waiting.go();
    },
  };
}
