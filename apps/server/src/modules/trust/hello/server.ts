/** What the server serves without https: `/hello`, the certificate of the shop's authority, and `/health`. Source: R31.1, R31.13 to R31.15. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopback } from '../../../platform/http/own-machine.ts';
import type { Authority } from '../../../platform/tls/tls.ts';
import { codeOf, hostForDevices, originOf } from '../service.ts';
import { type System, systemOf, systems } from '../systems.ts';
import { helloHtml, helloScript, helloStyle } from './page.ts';
import { type HelloLanguage, helloLanguages } from './words.ts';

export interface HelloParts {
  readonly shop: string;
  /** The app's one address, when it was chosen. */
  readonly publicUrl: string | undefined;
  /** Returns the shop's authority; null where there is none. */
  readonly authority: () => Authority | null;
  /** Returns the answer to a public authority that looks for the proof of a token. */
  readonly challengeAnswer: (token: string) => string | undefined;
  /** The port of the app. */
  readonly httpsPort: () => number;
}

interface Answer {
  readonly type: string;
  readonly content: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

const html = 'text/html; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
/** Where a public authority looks for a proof (RFC 8555, 8.3). */
const challengePath = /^\/\.well-known\/acme-challenge\/([\w-]+)$/;
const notFound: Answer = { status: 404, type: plain, content: 'Page not found. Open /hello' };

/** Returns the host that the visitor asked for, without the port; undefined for a header that names none. */
function hostOf(request: IncomingMessage): string | undefined {
  const url = `http://${request.headers.host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : undefined;
}

/** Returns where the visitor finds the app: at its one address, otherwise at the host that they asked for. */
const appOrigin = ({ publicUrl, httpsPort }: HelloParts, request: IncomingMessage): string =>
  publicUrl ?? originOf('https', hostOf(request) ?? hostForDevices({ publicUrl }), httpsPort());

function languageOf(url: URL, request: IncomingMessage): HelloLanguage {
  const asked = url.searchParams.get('lang') ?? String(request.headers['accept-language'] ?? '').slice(0, 2);
  return helloLanguages.find((language) => language === asked) ?? 'en';
}

function page(parts: HelloParts, url: URL, request: IncomingMessage): Answer {
  const asked = systems.find((system) => system === url.searchParams.get('for'));
  const origin = appOrigin(parts, request);
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src ${origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return {
    type: html,
    content: helloHtml({
      language: languageOf(url, request),
      system: asked ?? systemOf(request.headers['user-agent'] ?? ''),
      shop: parts.shop,
      origin,
      sha256: parts.authority()?.sha256 ?? null,
    }),
    headers: { 'content-security-policy': policy },
  };
}

/** Returns the code that leads another device to its steps. */
async function code(parts: HelloParts, system: System, request: IncomingMessage): Promise<Answer> {
  const asked = hostOf(request);
  const isHere = asked === undefined || asked === 'localhost' || isLoopback(asked);
  const host = isHere || parts.publicUrl ? hostForDevices(parts) : asked;
  const target = `${originOf('http', host, request.socket.localPort ?? 80)}/hello?for=${system}`;
  return { type: 'image/svg+xml', content: await codeOf(target) };
}

async function answerOf(parts: HelloParts, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { ...notFound, status: 405 };
  const url = new URL(request.url ?? '/', 'http://server');
  const authority = parts.authority();
  switch (url.pathname) {
    case '/':
      return { status: 302, type: plain, content: '', headers: { location: '/hello' } };
    case '/health':
      return { type: 'application/json; charset=utf-8', content: '{"status":"ok"}' };
    case '/hello':
      return page(parts, url, request);
    case '/hello/hello.css':
      return { type: 'text/css; charset=utf-8', content: helloStyle };
    case '/hello/hello.js':
      return { type: 'text/javascript; charset=utf-8', content: helloScript };
    case '/hello/ca.crt':
      return authority ? { type: 'application/x-x509-ca-cert', content: authority.der } : notFound;
    case '/hello/ca.pem':
      return authority ? { type: 'application/x-pem-file', content: authority.pem } : notFound;
  }
  const token = challengePath.exec(url.pathname)?.[1];
  const answer = token && parts.challengeAnswer(token);
  if (answer) return { type: 'application/octet-stream', content: answer };
  const system = systems.find((one) => url.pathname === `/hello/qr/${one}.svg`);
  return system ? code(parts, system, request) : notFound;
}

function send(response: ServerResponse, { status = 200, type, content, headers }: Answer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(content),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? '' : content);
}

/** Creates the server without https; it does not listen yet. */
export function createHelloServer(parts: HelloParts): Server {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answerOf(parts, request).then(
      (answer) => send(response, answer),
      () => send(response, { status: 400, type: plain, content: 'Bad request' }),
    );
  });
  return server;
}
