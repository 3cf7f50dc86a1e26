/** Reads an address as a device does that trusts what the test says: with its own authority, name and headers. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type RequestOptions, request as requestSecurely } from 'node:https';
import { text } from 'node:stream/consumers';

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Returns the answer of an address, by http or https. Throws when no connection comes about. */
export async function readUrl(url: string, options: RequestOptions = {}, body?: string): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.startsWith('https:') ? requestSecurely : request;
  start(url, { agent: false, ...options }, resolve)
    .on('error', reject)
    .end(body);
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
