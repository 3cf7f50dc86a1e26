/** Answers as the server sends them, for tests that stand in for it with a `fetch` of their own. */

/** What the server sends on every answer. */
export const serverHeaders = { 'X-Store': 'fake.0' } as const;

/** Returns an answer of the server with a body as it is. */
export const serverResponse = (body: BodyInit | null, init: ResponseInit = {}): Response =>
  new Response(body, { ...init, headers: { ...serverHeaders, ...(init.headers as Record<string, string>) } });

/** Returns an answer of the server in JSON. */
export const serverJson = (body: unknown, init: ResponseInit = {}): Response =>
  serverResponse(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json' } });
