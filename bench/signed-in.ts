/** Calls of a user who may do everything in an outlet, and how long they take. */
import { keepers } from './store.ts';

export interface SignedIn {
  readonly token: string;
  /** Returns a call's body and how long it took, in ms. With a body it is a POST unless `method` says otherwise. */
  call(path: string, body?: unknown, method?: string): Promise<{ readonly ms: number; readonly text: string }>;
}

/** Signs the keeper of an outlet in at a server. */
export async function signIn(url: string, outletId: number): Promise<SignedIn> {
  const [place] = keepers([outletId]);
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-outlet-id': String(outletId) };
  const call = async (path: string, body?: unknown, method = 'POST') => {
    const startedAt = performance.now();
    const payload = body === undefined ? {} : { method, body: JSON.stringify(body) };
    const response = await fetch(`${url}/api${path}`, { headers, ...payload });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return { ms: performance.now() - startedAt, text };
  };
  const { text } = await call('/auth/login', { email: place?.email, password: place?.password });
  const { token } = JSON.parse(text) as { token: string };
  headers['authorization'] = `Bearer ${token}`;
  return { token, call };
}
