/** A bucket of an S3-compatible service as target, by paths (`/bucket/name`), which all of them know. Source: R31.36. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { S3Address } from '@atoll/domain/offsite/target';
import { AwsV4Signer } from 'aws4fetch';
import { sha256Of } from '../../disk/file-hash.ts';
import { OffsiteError } from '../offsite-error.ts';
import type { Target, TargetFile } from '../target.ts';
import { answerError, type HttpAnswer, type HttpCall, httpCall } from './http-call.ts';
import { type Files, tryTarget } from './trial.ts';
import { elementsOf, readXml, textIn } from './xml.ts';

/** A service takes no more in one piece. */
const maxBytes = 5 * 1024 ** 3;
const emptyHash = createHash('sha256').digest('hex');

const problemOfCode: Readonly<Record<string, 'login' | 'clock' | 'absent' | 'elsewhere' | 'full'>> = {
  InvalidAccessKeyId: 'login',
  SignatureDoesNotMatch: 'login',
  InvalidSecurity: 'login',
  RequestTimeTooSkewed: 'clock',
  NoSuchBucket: 'absent',
  AuthorizationHeaderMalformed: 'elsewhere',
  QuotaExceeded: 'full',
};

/** Returns the error of an answer; the service names it in a code. */
function errorOf(answer: HttpAnswer, what: string): OffsiteError {
  const code = /<Code>(\w+)<\/Code>/.exec(answer.text)?.[1] ?? '';
  const error = answerError(answer, what);
  const problem = problemOfCode[code];
  return problem ? new OffsiteError(problem, error.message) : error;
}

/** Opens a bucket. */
export function openS3({ url, region, bucket, folder, user }: S3Address, secret: string): Target {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new OffsiteError('address', url);
  const prefix = folder === '' ? '' : `${folder.replace(/^\/+|\/+$/g, '')}/`;
  const base = `${url.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;
  const urlOf = (name: string): URL =>
    new URL(`${base}/${(prefix + name).split('/').map(encodeURIComponent).join('/')}`);

  async function call(at: URL, given: Omit<HttpCall, 'url' | 'headers'>, good: readonly number[]): Promise<HttpAnswer> {
    const { method, file } = given;
    // The service compares what arrives with this sum, and refuses anything else.
    const sum = file === undefined ? emptyHash : await sha256Of(file);
    const signer = new AwsV4Signer({
      method,
      url: at.href,
      headers: { 'x-amz-content-sha256': sum },
      accessKeyId: user,
      secretAccessKey: secret,
      service: 's3',
      region,
    });
    const signed = await signer.sign();
    const answer = await httpCall({ ...given, url: signed.url, headers: Object.fromEntries(signed.headers) });
    if (!good.includes(answer.status)) throw errorOf(answer, `${method} ${at.pathname}`);
    return answer;
  }

  async function list(): Promise<TargetFile[]> {
    const files: TargetFile[] = [];
    let token = '';
    do {
      const at = new URL(base);
      at.searchParams.set('list-type', '2');
      at.searchParams.set('prefix', prefix);
      if (token) at.searchParams.set('continuation-token', token);
      const page = readXml((await call(at, { method: 'GET' }, [200])).text);
      if (page.root?.name !== 'ListBucketResult') throw new OffsiteError('other', 'The answer is no list of a bucket');
      for (const entry of elementsOf(page, 'Contents')) {
        const name = textIn(entry, 'Key').slice(prefix.length);
        if (name !== '' && !name.includes('/')) files.push({ name, bytes: Number(textIn(entry, 'Size')) });
      }
      token = textIn(page, 'NextContinuationToken');
    } while (token);
    return files;
  }

  const target: Files = {
    list,
    async put(name, path) {
      if (statSync(path).size > maxBytes) throw new OffsiteError('big');
      await call(urlOf(name), { method: 'PUT', file: path }, [200]);
    },
    async get(name, path) {
      await call(urlOf(name), { method: 'GET', into: path }, [200]);
    },
    async remove(name) {
      await call(urlOf(name), { method: 'DELETE' }, [200, 204]);
    },
  };
  return {
    ...target,
    prepare: async () => {
      await tryTarget(target);
      return false;
    },
    check: async () => void (await list()),
    close: () => undefined,
  };
}
