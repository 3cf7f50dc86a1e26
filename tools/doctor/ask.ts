/** Asks servers of this machine and its network. */
import { get, type IncomingHttpHeaders } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';

const answerMs = 3000;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** SHA-256 of the server's certificate, with colons; absent without https. */
  readonly certificate: string | undefined;
}

interface AskOptions {
  /** PEM of the authorities that are trusted; absent to accept any certificate. */
  readonly ca?: readonly string[];
}

/** Returns what an address answers within 3 s; redirects are not followed. Rejects when nothing answers by HTTP. */
export function ask(url: string, { ca }: AskOptions = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const isSecure = url.startsWith('https:');
  const trust = isSecure ? (ca ? { ca: [...ca] } : { rejectUnauthorized: false }) : {};
  const request = (isSecure ? getSecurely : get)(url, { agent: false, ...trust }, (response) => {
    const certificate = isSecure ? (response.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 : undefined;
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      body += text;
    });
    response.on('error', reject);
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body, certificate }),
    );
  });
  // A limit for the whole answer: a timeout of the socket would begin again with each byte.
  const timer = setTimeout(() => request.destroy(new Error('it does not answer within 3 s')), answerMs);
  request.on('error', reject);
  request.on('close', () => clearTimeout(timer));
  return promise;
}

/** Returns what a promise resolves to. Rejects when that takes longer. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the body of an answer as JSON; null when it is none. */
export function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Returns why an address cannot be asked, for people. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  return message || (code ?? String(error));
}

/** Returns whether something accepts a connection within 2 s; nothing is sent. */
export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
