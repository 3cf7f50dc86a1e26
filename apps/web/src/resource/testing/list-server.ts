/** A small test server: one entity in memory, with list, find, create, update with versions, and deactivate. */
import { vi } from 'vitest';
import { serverResponse } from '../../sync/testing/server-answer.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown> | null;
}
export type TestRow = Record<string, unknown> & { id: number };

export interface ListServer {
  readonly asked: Asked[];
  rows: TestRow[];
  /** Runs before everything else; undefined lets the call continue. 'dead' simulates a server that does not respond. */
  handler: (asked: Asked) => { readonly status?: number; readonly body?: unknown } | 'dead' | undefined;
  last(method: string): Asked | undefined;
}

function answer({ method, path, query, body }: Asked, server: ListServer): { status?: number; body?: unknown } {
  const id = Number(path.split('/').at(-1));
  const row = server.rows.find((each) => each.id === (method === 'PUT' ? body?.['id'] : id));
  if (path.endsWith('/list')) {
    const page = query.get('page');
    if (page === null) return { body: server.rows };
    const size = Number(query.get('size'));
    const from = (Number(page) - 1) * size;
    const count = server.rows.length;
    const totalPages = Math.max(1, Math.ceil(count / size));
    return { body: { items: server.rows.slice(from, from + size), count, pageSize: size, totalPages } };
  }
  if (method === 'POST') {
    const made = { ...body, id: server.rows.length + 1, version: 1, isActive: true } as TestRow;
    server.rows = [...server.rows, made];
    return { body: made };
  }
  if (!row) return { status: 404, body: { message: 'Not found', code: 404 } };
  if (method === 'GET') return { body: row };
  if (method === 'DELETE') {
    server.rows = server.rows.filter((each) => each !== row);
    return { status: 204 };
  }
  if (body?.['version'] !== row['version'])
    return { status: 409, body: { message: 'Someone else changed this', code: 409, record: row } };
  Object.assign(row, body, { version: Number(row['version']) + 1 });
  return { body: row };
}

/** Replaces `fetch` with the server; `vi.unstubAllGlobals()` restores it. */
export function listServer(rows: TestRow[] = []): ListServer {
  const server: ListServer = {
    asked: [],
    rows,
    handler: () => undefined,
    last: (method) => server.asked.findLast((each) => each.method === method),
  };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://till.test');
    const text = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null;
    const path = url.pathname.replace('/api', '');
    const asked: Asked = { method: init.method ?? 'GET', path, query: url.searchParams, body: text };
    server.asked.push(asked);
    await Promise.resolve();
    const own = server.handler(asked);
    if (own === 'dead') throw new TypeError('Failed to fetch');
    const { status = 200, body } = own ?? answer(asked, server);
    const headers = { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' };
    return serverResponse(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers,
    });
  });
  return server;
}
