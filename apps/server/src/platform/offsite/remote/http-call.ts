/** Calls of a target by http: files go out and come in as streams; no redirects, and an end when nothing moves. Source: R31.36. */
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { OffsiteError, targetError } from '../offsite-error.ts';

/** Nothing moved for so long: the target is slow. */
const idleMs = 30_000;
/** What a target says in words is cut here. */
const maxAnswerBytes = 8 * 1024 ** 2;

export interface HttpCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent: a text, or the file of a path. */
  readonly text?: string;
  readonly file?: string;
  /** The path of the file that takes the answer, when it is a good one. */
  readonly into?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new OffsiteError('failed', 'The answer of the target is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Returns the answer, whatever its status. Throws OffsiteError when there is none. */
export async function httpCall({ method, url, headers, text, file, into }: HttpCall): Promise<HttpAnswer> {
  const length = file === undefined ? Buffer.byteLength(text ?? '') : statSync(file).size;
  const open = url.protocol === 'https:' ? secureRequest : plainRequest;
  const call = open(url, { method, headers: { ...headers, 'content-length': String(length) }, agent: false });
  call.setTimeout(idleMs, () => call.destroy(new OffsiteError('slow', `${url.host} did not move for ${idleMs} ms`)));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve);
    call.on('error', reject);
  });
  try {
    // A target that refuses may answer before it took everything: its answer counts, not the end of the sending.
    const sent = file === undefined ? void call.end(text) : pipeline(createReadStream(file), call);
    const answer = await Promise.race([answered, Promise.resolve(sent).then(() => answered)]);
    sent?.catch(() => undefined);
    const status = answer.statusCode ?? 0;
    if (into === undefined || status !== 200) return { status, headers: answer.headers, text: await textOf(answer) };
    await pipeline(answer, createWriteStream(into, { mode: 0o600 }));
    return { status, headers: answer.headers, text: '' };
  } catch (error) {
    throw targetError(error);
  } finally {
    call.destroy();
  }
}

const problemOfStatus: Readonly<Record<number, 'login' | 'denied' | 'absent' | 'full'>> = {
  401: 'login',
  403: 'denied',
  404: 'absent',
  409: 'absent',
  413: 'full',
  507: 'full',
};

/** Returns the error of an answer that is not a good one. The words of the target are for the log. */
export function answerError({ status, text }: HttpAnswer, what: string): OffsiteError {
  const isElsewhere = status >= 300 && status < 400;
  const problem = isElsewhere ? 'elsewhere' : (problemOfStatus[status] ?? 'failed');
  return new OffsiteError(problem, `${what}: the answer was ${status} ${text.slice(0, 500)}`);
}
