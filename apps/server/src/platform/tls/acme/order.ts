/** Orders a certificate of one name from a public authority, and proves to it that the name is the server's. Source: R31.9, RFC 8555, 7.4 and 8. */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { type AcmeSession, type Answer, authorizationSchema, encoded, orderSchema } from './client.ts';
import type { Prover } from './prove.ts';

const maxWaitMs = 5 * 60_000;
const defaultPauseS = 2;
const maxPauseS = 30;

/** Waits as long as an answer says, or a little. */
function pause({ headers }: Answer): Promise<void> {
  const seconds = Number(headers.get('retry-after') ?? defaultPauseS);
  const ms = 1000 * Math.min(maxPauseS, Number.isFinite(seconds) ? Math.max(0.05, seconds) : defaultPauseS);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Reads an address until it says something other than that the authority is still at work; throws after five minutes. */
async function settled<T extends { readonly status: string }>(
  { post }: AcmeSession,
  url: string,
  read: (value: unknown) => T,
): Promise<T> {
  for (const until = Date.now() + maxWaitMs; Date.now() < until; ) {
    const answer = await post(url, undefined);
    const value = read(JSON.parse(answer.text));
    if (value.status !== 'pending' && value.status !== 'processing') return value;
    await pause(answer);
  }
  throw new Error('The authority took longer than five minutes');
}

/** Proves that the name of an authorization is the server's. Throws with why the authority does not believe it. */
async function prove(session: AcmeSession, url: string, name: string, prover: Prover): Promise<void> {
  const read = (value: unknown) => authorizationSchema.parse(value);
  const { status, challenges } = read(JSON.parse((await session.post(url, undefined)).text));
  if (status === 'valid') return;
  const challenge = challenges.find(({ type }) => type === prover.type);
  if (!challenge?.token) throw new Error(`The authority offers no ${prover.type}`);
  const { token } = challenge;
  const answer = `${token}.${await calculateJwkThumbprint(session.account.key)}`;
  const digest = createHash('sha256').update(answer).digest('base64url');
  const proof = { name, token, answer, digest };
  try {
    await prover.show(proof);
    await session.post(challenge.url, {});
    const judged = await settled(session, url, read);
    const reason = judged.challenges.find(({ type }) => type === prover.type)?.error?.detail;
    if (judged.status !== 'valid') throw new Error(reason ?? `The authority did not find the proof for ${name}`);
  } finally {
    await prover.remove(proof);
  }
}

/** Orders a certificate for a name with a request that its key has signed; returns it with its chain, as PEM. */
export async function orderCertificate(
  session: AcmeSession,
  name: string,
  request: ArrayBuffer,
  prover: Prover,
): Promise<string> {
  const made = await session.post(session.newOrder, { identifiers: [{ type: 'dns', value: name }] });
  const at = made.headers.get('location');
  if (at === null) throw new Error('The authority gave no order');
  const read = (value: unknown) => orderSchema.parse(value);
  const order = read(JSON.parse(made.text));
  for (const url of order.authorizations) await prove(session, url, name, prover);
  await session.post(order.finalize, { csr: encoded(request) });
  const done = await settled(session, at, read);
  if (!done.certificate) throw new Error(done.error?.detail ?? `The order ended as ${done.status}`);
  return (await session.post(done.certificate, undefined)).text;
}
