/** Server answers for tests that replace `fetch`. */

/** Headers of every server answer. */
export const serverHeaders = { 'X-Store': 'fake.0' } as const;

/** Returns a server answer with a raw body. */
export const serverResponse = (body: BodyInit | null, init: ResponseInit = {}): Response =>
  new Response(body, { ...init, headers: { ...serverHeaders, ...(init.headers as Record<string, string>) } });

/** Returns a server answer in JSON. */
export const serverJson = (body: unknown, init: ResponseInit = {}): Response =>
  serverResponse(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json' } });
