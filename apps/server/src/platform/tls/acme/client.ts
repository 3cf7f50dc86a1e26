/** A client of the ACME protocol: one account at one public authority. Source: R31.9, RFC 8555, docs/decisions/065-acme.md. */
import { base64url, exportJWK, FlattenedSign, generateKeyPair, importJWK, type JWK } from 'jose';
import * as z from 'zod';

const callMs = 30_000;
/** An authority may say that a nonce is too old; it sends a new one with that answer. */
const nonceTries = 3;
const algorithm = 'ES256';

/** The key of an account, and the address by which its authority knows it. */
export interface Account {
  readonly directory: string;
  readonly key: JWK;
  readonly url: string;
}

const directorySchema = z.object({ newNonce: z.url(), newAccount: z.url(), newOrder: z.url() });
type Directory = z.infer<typeof directorySchema>;

const challengeSchema = z.object({ type: z.string(), url: z.url(), token: z.string().optional() });
export const authorizationSchema = z.object({
  status: z.string(),
  challenges: z.array(challengeSchema.extend({ error: z.object({ detail: z.string() }).partial().optional() })),
});
export const orderSchema = z.object({
  status: z.string(),
  authorizations: z.array(z.url()),
  finalize: z.url(),
  certificate: z.url().optional(),
  error: z.object({ detail: z.string() }).partial().optional(),
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a signed request. `payload` undefined reads (POST as GET). Throws with the words of the authority when it refuses. */
export type Post = (url: string, payload: object | undefined) => Promise<Answer>;

const call = (url: string, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'error', signal: AbortSignal.timeout(callMs), ...options });

const problemSchema = z.object({ type: z.string().optional(), detail: z.string().optional() });

/** Returns what an authority says of a refusal. */
function problemOf({ status, text }: Answer): { readonly type: string; readonly detail: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = {};
  }
  const { data } = problemSchema.safeParse(body);
  return { type: data?.type ?? '', detail: data?.detail ?? `The authority answered ${status}` };
}

/** Returns what sends signed requests: each has a nonce that the answer before gave. */
async function signedPosts(directory: Directory, key: JWK, account: () => string | undefined): Promise<Post> {
  const signingKey = await importJWK(key, algorithm);
  const { kty, crv, x, y } = key as { kty: string; crv: string; x: string; y: string };
  const publicKey = { kty, crv, x, y };
  let nonce: string | null = null;
  const once = async (url: string, payload: object | undefined): Promise<Answer> => {
    nonce ??= (await call(directory.newNonce, { method: 'HEAD' })).headers.get('replay-nonce');
    if (nonce === null) throw new Error('The authority gave no nonce');
    const kid = account();
    const signed = await new FlattenedSign(
      new TextEncoder().encode(payload === undefined ? '' : JSON.stringify(payload)),
    )
      .setProtectedHeader({ alg: algorithm, nonce, url, ...(kid ? { kid } : { jwk: publicKey }) })
      .sign(signingKey);
    nonce = null;
    const response = await call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/jose+json' },
      body: JSON.stringify(signed),
    });
    nonce = response.headers.get('replay-nonce');
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return async (url, payload) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await once(url, payload);
      if (answer.status < 400) return answer;
      const { type, detail } = problemOf(answer);
      if (!type.endsWith(':badNonce') || tries === nonceTries) throw new Error(detail);
    }
  };
}

/** Returns a new key of an account. */
async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return exportJWK(privateKey);
}

export interface AcmeSession {
  readonly account: Account;
  readonly newOrder: string;
  readonly post: Post;
}

/** Opens the account of before at a directory, or a new one; opening agrees to the terms of the authority. */
export async function openAccount(
  directoryUrl: string,
  kept: Account | undefined,
  email: string | undefined,
): Promise<AcmeSession> {
  const found = await call(directoryUrl);
  if (!found.ok) throw new Error(`The directory answered ${found.status}`);
  const directory = directorySchema.parse(await found.json());
  const known = kept?.directory === directoryUrl ? kept : undefined;
  const key = known?.key ?? (await makeKey());
  let url = known?.url;
  const post = await signedPosts(directory, key, () => url);
  if (url === undefined) {
    const contact = email ? { contact: [`mailto:${email}`] } : {};
    const made = await post(directory.newAccount, { termsOfServiceAgreed: true, ...contact });
    const at = made.headers.get('location');
    if (at === null) throw new Error('The authority gave no account');
    url = at;
  }
  return { account: { directory: directoryUrl, key, url }, newOrder: directory.newOrder, post };
}

/** Returns bytes as text for a request. */
export const encoded = (bytes: ArrayBuffer): string => base64url.encode(new Uint8Array(bytes));
