/** Reads an address as a device does that trusts what the test says: with its own authority, name and headers. */
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getSecurely, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Returns the answer of an address, by http or https. Throws when no connection comes about. */
export async function readUrl(url: string, options: RequestOptions = {}): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.startsWith('https:') ? getSecurely : get;
  start(url, { agent: false, ...options }, resolve).on('error', reject);
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
