/**
 * Stands between tills and a server and does to their calls what networks do: loses them or their answers, delivers them twice, lets one
 * device's overtake another's, and hangs: it takes a call, never answers and never hangs up.
 */
import { Agent, request as call, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Out of a hundred calls. */
export interface Faults {
  /** The line breaks before the server has received. */
  readonly lostCalls: number;
  /** The server has done it, and the line breaks. */
  readonly lostAnswers: number;
  /** The server hears it again a little later. */
  readonly doubled: number;
  /** It waits until another device's was received. */
  readonly overtaken: number;
  /** Nobody answers and nobody hangs up; of every second the server has received. */
  readonly hung: number;
  /** The longest that each way takes. */
  readonly delayMs: number;
}

export type Fault = Exclude<keyof Faults, 'delayMs'>;

export const noFaults: Faults = { lostCalls: 0, lostAnswers: 0, doubled: 0, overtaken: 0, hung: 0, delayMs: 0 };

export interface FaultProxy {
  /** Where tills find it. */
  readonly origin: string;
  /** What befalls the calls from now on. */
  faults: Faults;
  /** How often each befell one. */
  readonly befell: ReadonlyMap<Fault, number>;
  /** Calls that hang right now. */
  hanging(): number;
  close(): Promise<void>;
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Nobody waits longer to be overtaken. */
const overtakenWithinMs = 500;
const kinds = ['lostCalls', 'lostAnswers', 'doubled', 'overtaken', 'hung'] as const satisfies readonly Fault[];

const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/** Opens it before a server. `below` draws a whole number from 0 to below its argument. */
export async function openFaultProxy(server: string, below: (n: number) => number): Promise<FaultProxy> {
  const { hostname, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const befell = new Map<Fault, number>();
  const hanging = new Set<ServerResponse>();
  /** Those that wait to be overtaken, and by whom not. */
  const slow = new Set<{ readonly device: string; readonly go: () => void }>();

  const count = (fault: Fault): void => void befell.set(fault, (befell.get(fault) ?? 0) + 1);

  /** At most one fault befalls a call; only what changes something comes twice. */
  function fateOf(method: string): Fault | null {
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

  function ask({ method, url, headers, body }: Call): Promise<{ answer: IncomingMessage; said: Buffer }> {
    return new Promise((resolve, reject) => {
      const onward = call({ hostname, port, agent, method, path: url, headers });
      onward.on('error', reject);
      onward.on('response', (answer) => void buffer(answer).then((said) => resolve({ answer, said }), reject));
      Readable.from([body]).pipe(onward);
    });
  }

  async function overtaken(device: string): Promise<void> {
    await new Promise<void>((go) => {
      const waiting = { device, go };
      slow.add(waiting);
      void pause(overtakenWithinMs).then(() => slow.delete(waiting) && go());
    });
  }

  /** The server has received a device: who waited for that goes on. */
  function received(device: string): void {
    for (const waiting of slow) if (waiting.device !== device && slow.delete(waiting)) waiting.go();
  }

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const sent: Call = { method, url, headers, body: await buffer(request) };
    const device = String(headers['x-device-id'] ?? '');
    const fate = fateOf(method);
    await pause(below(proxy.faults.delayMs + 1));
    if (fate === 'lostCalls') return void request.socket.destroy();
    if (fate === 'hung') {
      hanging.add(response);
      response.on('close', () => hanging.delete(response));
      if (below(2) === 0) await ask(sent);
      return undefined;
    }
    if (fate === 'overtaken') await overtaken(device);
    if (fate === 'doubled') void pause(below(overtakenWithinMs)).then(() => ask(sent).catch(() => undefined));
    const { answer, said } = await ask(sent);
    received(device);
    if (fate === 'lostAnswers') return void request.socket.destroy();
    await pause(below(proxy.faults.delayMs + 1));
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.end(said);
    return undefined;
  }

  const listener = createServer((request, response) => {
    carry(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => void listener.listen(0, '127.0.0.1', done));

  const proxy: FaultProxy = {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    faults: noFaults,
    befell,
    hanging: () => hanging.size,
    async close() {
      listener.closeAllConnections();
      await new Promise((done) => void listener.close(done));
      agent.destroy();
    },
  };
  return proxy;
}
