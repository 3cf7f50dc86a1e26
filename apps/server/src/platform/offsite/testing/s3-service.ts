/**
 * An S3-compatible service in memory. It computes each signature and sum itself, as the documents of Amazon say it, and gives its lists in small pages:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const s3Login = { user: 'AKIAEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY', region: 'eu-west-7' } as const;
const pageSize = 2;

export interface S3Service {
  readonly port: number;
  readonly files: ReadonlyMap<string, Buffer>;
  /** How many bytes it may keep. */
  quota: number;
  /** The clock of the service differs by so much. */
  skewMs: number;
  /** It ends each connection without an answer. */
  isAway: boolean;
  stop(): Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

interface Answer {
  readonly status: number;
  readonly body?: string | Buffer;
}
const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`,
});

/** Returns why a call is refused; null when its signature is right. */
function signatureProblem({ method, headers, url = '' }: IncomingMessage, body: Buffer, skewMs: number): Answer | null {
  const [, keyId, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (keyId !== s3Login.user) return refusal(403, 'InvalidAccessKeyId');
  const [day = '', region = '', service = ''] = scope.split('/');
  if (region !== s3Login.region) return refusal(400, 'AuthorizationHeaderMalformed');
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Math.abs(Date.now() + skewMs - at) > 15 * 60_000) return refusal(403, 'RequestTimeTooSkewed');
  if (headers['x-amz-content-sha256'] !== sha256(body)) return refusal(400, 'XAmzContentSHA256Mismatch');
  const at0 = new URL(url, 'http://service');
  const query = [...at0.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const names = signed.split(';');
  const canonical = [
    method,
    at0.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${s3Login.secret}`);
  return hmac(key, toSign).toString('hex') === signature ? null : refusal(403, 'SignatureDoesNotMatch');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function listOf(files: ReadonlyMap<string, Buffer>, query: URLSearchParams): Answer {
  const from = Number(query.get('continuation-token') ?? 0);
  const names = [...files.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
  const entries = names.slice(from, from + pageSize).map((name) => {
    return `<Contents><Key>${escaped(name)}</Key><Size>${files.get(name)?.length}</Size></Contents>`;
  });
  const next =
    from + pageSize < names.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
  const list = `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${entries.join('')}${next}</ListBucketResult>`;
  return { status: 200, body: `<?xml version="1.0" encoding="UTF-8"?>\n${list}` };
}

/** Starts a service with the bucket 'copies'. */
export async function startS3(): Promise<S3Service> {
  const files = new Map<string, Buffer>();
  const service = { quota: Number.POSITIVE_INFINITY, skewMs: 0, isAway: false };
  const answerTo = (call: IncomingMessage, body: Buffer): Answer => {
    const problem = signatureProblem(call, body, service.skewMs);
    if (problem) return problem;
    const { pathname, searchParams } = new URL(call.url ?? '', 'http://service');
    const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent);
    if (bucket !== 'copies') return refusal(404, 'NoSuchBucket');
    const name = rest.join('/');
    if (call.method === 'GET' && searchParams.get('list-type') === '2') return listOf(files, searchParams);
    if (call.method === 'PUT') {
      const used = [...files.values()].reduce((sum, { length }) => sum + length, 0);
      if (used + body.length > service.quota) return refusal(403, 'QuotaExceeded');
      files.set(name, body);
      return { status: 200 };
    }
    if (call.method === 'DELETE') {
      files.delete(name);
      return { status: 204 };
    }
    const file = files.get(name);
    return file ? { status: 200, body: file } : refusal(404, 'NoSuchKey');
  };
  const server = createServer((call, reply) => {
    if (service.isAway) return call.socket.destroy();
    const parts: Buffer[] = [];
    call.on('data', (part: Buffer) => parts.push(part));
    call.on('end', () => {
      const { status, body } = answerTo(call, Buffer.concat(parts));
      reply.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return Object.assign(service, {
    port: (server.address() as AddressInfo).port,
    files,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
