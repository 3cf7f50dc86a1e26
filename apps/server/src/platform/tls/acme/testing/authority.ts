/** A public authority on this machine: it checks what a real one checks (signatures, nonces, proofs) and gives certificates. Source: RFC 8555. */
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as x509 from '@peculiar/x509';
import { base64url, calculateJwkThumbprint, type FlattenedJWS, flattenedVerify, importJWK, type JWK } from 'jose';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;

export interface TestAuthority {
  /** The address of its directory. */
  readonly url: string;
  /** The certificate that devices trust, PEM. */
  readonly ca: string;
  /** How many certificates it gave, and why the last order was refused. */
  readonly seen: { given: number; orders: number; accounts: number; problem: string };
  /** While true it answers nothing. */
  isAway: boolean;
  /** How long its certificates are valid. */
  days: number;
  close(): void;
}

/** Returns what is found as proof: on the port without https of a name, or in its name server. */
export interface Found {
  http?(name: string, token: string): Promise<string>;
  dns?(name: string): Promise<string>;
}

interface Order {
  readonly name: string;
  readonly token: string;
  status: 'pending' | 'ready' | 'valid' | 'invalid';
  proof: 'pending' | 'valid' | 'invalid';
  detail: string;
  cert: string;
}

interface Signed {
  readonly key: JWK;
  readonly kid: string | undefined;
  readonly payload: Record<string, unknown>;
}

class Refusal extends Error {
  readonly type: string;
  constructor(type: string, detail: string) {
    super(detail);
    this.type = type;
  }
}

export async function startAuthority(found: Found): Promise<TestAuthority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['Authority of tests'] }],
    notBefore: new Date(Date.now() - 3 * dayMs),
    notAfter: new Date(Date.now() + 3650 * dayMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const nonces = new Set<string>();
  const accounts = new Map<string, JWK>();
  const orders: Order[] = [];
  let isFirst = true;
  const fresh = (): string => {
    const nonce = crypto.randomUUID();
    nonces.add(nonce);
    return nonce;
  };

  /** Returns what a request says. Throws for one that its sender did not sign for this address with a fresh nonce. */
  async function signed(request: IncomingMessage, url: string): Promise<Signed> {
    const jws = (await json(request)) as FlattenedJWS;
    const head = JSON.parse(new TextDecoder().decode(base64url.decode(jws.protected ?? ''))) as Record<string, string>;
    const kid = head['kid'];
    const key = kid ? accounts.get(kid) : (head['jwk'] as unknown as JWK);
    if (!key) throw new Refusal('accountDoesNotExist', 'No such account');
    const { payload } = await flattenedVerify(jws, await importJWK(key, 'ES256'));
    if (head['url'] !== url) throw new Refusal('unauthorized', 'Signed for another address');
    // The first nonce is called too old, as it may be with a real one.
    if (!nonces.delete(head['nonce'] ?? '') || isFirst) {
      isFirst = false;
      throw new Refusal('badNonce', 'The nonce is too old');
    }
    const text = new TextDecoder().decode(payload);
    return { key, kid, payload: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  }

  async function judge(order: Order, type: string, key: JWK): Promise<void> {
    const answer = `${order.token}.${await calculateJwkThumbprint(key)}`;
    const isHttp = type === 'http-01';
    const wanted = isHttp ? answer : createHash('sha256').update(answer).digest('base64url');
    const read = isHttp ? found.http?.(order.name, order.token) : found.dns?.(`_acme-challenge.${order.name}`);
    const shown = await read?.catch((error: unknown) => String(error));
    order.proof = shown === wanted ? 'valid' : 'invalid';
    order.status = shown === wanted ? 'ready' : 'invalid';
    order.detail = shown === wanted ? '' : `At ${order.name} stands something else`;
    authority.seen.problem = order.detail;
  }

  async function give(order: Order, csr: string): Promise<void> {
    const request = new x509.Pkcs10CertificateRequest(base64url.decode(csr) as Uint8Array<ArrayBuffer>);
    const names = new x509.SubjectAlternativeNameExtension(
      request.getExtension('2.5.29.17')?.rawData ?? new ArrayBuffer(0),
    ).names.toJSON();
    const isFor = names.length === 1 && names[0]?.value === order.name;
    if (order.status !== 'ready' || !isFor || !(await request.verify())) throw new Refusal('badCSR', 'Not as ordered');
    const cert = await x509.X509CertificateGenerator.create({
      subject: request.subjectName,
      issuer: root.subjectName,
      notBefore: new Date(Date.now() - dayMs),
      notAfter: new Date(Date.now() + authority.days * dayMs),
      publicKey: request.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension(names)],
    });
    order.cert = `${cert.toString('pem')}\n${root.toString('pem')}\n`;
    order.status = 'valid';
    authority.seen.given += 1;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, base: string): Promise<void> {
    const path = request.url ?? '';
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'replay-nonce': fresh(), 'retry-after': '0', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    if (path === '/directory')
      return send(200, { newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` });
    if (path === '/nonce') return send(200, '');
    const { key, kid, payload } = await signed(request, base + path);
    if (path === '/account') {
      if (payload['termsOfServiceAgreed'] !== true) throw new Refusal('userActionRequired', 'Agree to the terms');
      const location = `${base}/account/${accounts.size + 1}`;
      accounts.set(location, key);
      authority.seen.accounts = accounts.size;
      return send(201, { status: 'valid' }, { location });
    }
    if (!kid) throw new Refusal('unauthorized', 'An account is needed');
    if (path === '/order') {
      const [{ value: name } = { value: '' }] = payload['identifiers'] as { value: string }[];
      const id = orders.push({
        name,
        token: crypto.randomUUID(),
        status: 'pending',
        proof: 'pending',
        detail: '',
        cert: '',
      });
      authority.seen.orders = orders.length;
      return send(201, shown(id - 1), { location: `${base}/order/${id - 1}` });
    }
    const [, kind, at = '', type = ''] = path.split('/');
    const order = orders[Number(at)];
    if (!order) throw new Refusal('malformed', 'No such order');
    if (kind === 'order') return send(200, shown(Number(at)));
    if (kind === 'prove') {
      await judge(order, type, key);
      return send(200, {});
    }
    if (kind === 'finalize') {
      await give(order, String(payload['csr']));
      return send(200, shown(Number(at)));
    }
    if (kind === 'certificate') return send(200, order.cert);
    const error = order.detail && { error: { detail: order.detail } };
    const challenge = (name: string) => ({
      type: name,
      url: `${base}/prove/${at}/${name}`,
      token: order.token,
      ...error,
    });
    return send(200, { status: order.proof, challenges: [challenge('http-01'), challenge('dns-01')] });
  }

  let base = '';
  const shown = (id: number) => ({
    status: orders[id]?.status,
    authorizations: [`${base}/authorization/${id}`],
    finalize: `${base}/finalize/${id}`,
    ...(orders[id]?.cert && { certificate: `${base}/certificate/${id}` }),
  });
  const server = createServer((request, response) => {
    if (authority.isAway) return void request.socket.destroy();
    answer(request, response, base).catch((error: unknown) => {
      const type = error instanceof Refusal ? error.type : 'malformed';
      response.writeHead(400, { 'content-type': 'application/problem+json', 'replay-nonce': fresh() });
      response.end(
        JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail: String((error as Error).message) }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const authority: TestAuthority = {
    url: `${base}/directory`,
    ca: root.toString('pem'),
    seen: { given: 0, orders: 0, accounts: 0, problem: '' },
    isAway: false,
    days: 90,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return authority;
}
