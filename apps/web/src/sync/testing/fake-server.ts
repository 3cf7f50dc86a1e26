/** A small fake server: bills in memory, merged by the domain's rules, and a network that can fail in every way. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { mergeInput } from '@atoll/domain/bill/merge/merge-input';
import { applyTotals, emptyBill } from '@atoll/domain/bill/new-bill';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { noPriceRules } from '@atoll/domain/price/rules';
import { serverHeaders } from './server-answer.ts';
import { openOutlet, tableTerms } from './till-user.ts';

/** `dead`: nothing gets through. `lost`: the call is done and its answer is lost. */
export type Network = 'fine' | 'dead' | 'lost';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by another program: no `X-Store`, and no body of the app. */
  readonly isForeign?: boolean;
}

/** Returns an answer as the server sends it: with its store, and refusals with reason and code. */
function asServer(reply: Reply, store: string): Reply {
  if (reply.isForeign) return reply;
  const { status = 200, body } = reply;
  const headers = { 'X-Store': store, ...reply.headers };
  if (status < 400 || typeof body !== 'object') return { ...reply, headers };
  return { status, headers, body: { message: '', details: '', code: status, reason: 'refused', ...(body as object) } };
}

type Handler = (seen: Seen) => Reply | Promise<Reply | undefined> | undefined;

export interface FakeServer {
  network: Network;
  readonly seen: Seen[];
  readonly bills: Map<string, Bill>;
  /** The store named on every answer. */
  store: string;
  /** Called before the fake server; undefined lets the call continue. */
  handler: Handler;
  answer(method: string, path: string, body: Record<string, unknown>, headers: Record<string, string>): Promise<Reply>;
  fetch: typeof fetch;
  /** Jobs received by the till's print server. */
  readonly printed: PrintBody[];
  /** The print server's answer; null for no answer. */
  printer: (body: PrintBody) => Reply | null;
  paths(): string[];
}

export function fakeServer(): FakeServer {
  const bills = new Map<string, Bill>();
  let lastId = 100;
  let invoices = 0;
  const nextId = (): number => (lastId += 1);
  const now = (): string => new Date().toISOString();
  const makeItem = (input: unknown): BillItem => ({ ...(input as BillItem), id: nextId() });
  const find = (ref: string): Bill | undefined =>
    bills.get(ref) ?? [...bills.values()].find(({ id }) => String(id) === ref);
  const holderOf = (body: Record<string, unknown>): Bill | undefined =>
    [...bills.values()].find((bill) => bill.isOpen && bill.type === body['type'] && bill.slot === body['slot']);
  const no = (status: number, reason: string, message: string, extra: object = {}): Reply => ({
    status,
    body: { message, reason, code: status, details: '', ...extra },
  });
  const store = (bill: Bill): Reply => {
    bills.set(bill.key, bill);
    return { body: bill };
  };

  function update(bill: Bill, body: Record<string, unknown>): Reply {
    if (!bill.isOpen) return no(409, 'billClosed', 'This bill is already paid', { bill });
    const merged = mergeInput(bill, body as never, { now: now(), userId: 1, makeItem });
    const isPrint = body['status'] === 'BillPrinted' && body['printJobKey'];
    const status = merged.insertedKeys.length ? 'Saved' : isPrint ? 'BillPrinted' : bill.status;
    store({ ...merged.bill, status });
    return { body: { ...merged.bill, status, insertedKeys: merged.insertedKeys, conflicts: merged.conflicts } };
  }

  function create(body: Record<string, unknown>): Reply {
    const key = body['key'] as string;
    const known = bills.get(key);
    if (known) return { body: known };
    const holder = holderOf(body);
    if (holder) {
      if (((body['items'] as unknown[] | undefined) ?? []).length === 0) {
        return no(409, 'alreadyCheckedIn', 'Already checked in', { bill: holder });
      }
      return update(holder, { items: body['items'] });
    }
    const empty = emptyBill({
      key,
      type: 'Table',
      slot: '1',
      terms: tableTerms,
      now: now(),
      user: { id: 7, name: 'Aisha' },
    });
    const items = ((body['items'] as unknown[] | undefined) ?? []).map(makeItem);
    const { type, slot, meta, customerId, customer } = body as unknown as Bill;
    return store(
      applyTotals({
        ...empty,
        type,
        slot,
        meta: meta ?? [],
        customerId: customerId ?? 0,
        customer: customer ?? null,
        items,
        id: nextId(),
        number: bills.size + 1,
        version: 1,
        status: items.length ? 'Saved' : 'CheckedIn',
        isOpen: true,
      }),
    );
  }

  function pay(bill: Bill, body: Record<string, unknown>): Reply {
    const payments = body['payments'] as readonly { readonly key: string; readonly amount: number }[];
    if (bill.status === 'Complete') {
      const isSame = payments.some(({ key }) => bill.payments.some((known) => known.key === key));
      return isSame
        ? { body: { ...bill, change: 0 } }
        : no(409, 'billClosed', 'This bill is already paid', { bill, due: 0 });
    }
    const seen = body['seen'] as { readonly total: number };
    if (seen.total !== bill.total) return no(409, 'billChanged', 'Bill updated from server', { bill, due: bill.total });
    invoices += 1;
    const paid = { ...bill, status: 'Complete', isOpen: false, version: bill.version + 1, payments } as unknown as Bill;
    const done: Bill = { ...paid, invoiceNumber: `2026-${String(invoices).padStart(6, '0')}` };
    store(done);
    return { body: { ...done, change: 0 } };
  }

  function transfer(body: Record<string, unknown>): Reply {
    const bill = find((body['from'] as Bill).key);
    if (!bill) return no(404, 'notFound', 'Not found');
    return store({ ...bill, ...(body['to'] as Pick<Bill, 'type' | 'slot'>), version: bill.version + 1 });
  }

  function route({ method, path, body }: Seen): Reply {
    const bill = find(`${(body['key'] ?? body['billId'] ?? path.split('/').at(-1)) as string | number}`);
    const gone = no(404, 'notFound', 'Not found');
    if (path === '/bis/bill/create') return create(body);
    if (path === '/bis/bill/update') return bill ? update(bill, body) : gone;
    if (path === '/bis/bill/pay') return bill ? pay(bill, body) : gone;
    if (path === '/bis/bill/void') {
      return bill ? store({ ...bill, isVoid: true, isOpen: false, version: bill.version + 1 }) : gone;
    }
    if (path === '/bis/bill/transfer') return transfer(body);
    if (path === '/bis/bills/active') {
      return { body: [...bills.values()].filter(({ isOpen }) => isOpen), headers: { 'X-Outlet-Seq': '0' } };
    }
    if (path.startsWith('/bis/bills/find/')) return bill ? { body: bill } : gone;
    if (path === '/bis/shift/active') return { body: null };
    if (path === '/bis/prices/get') return { body: noPriceRules };
    // An empty list in the place of the outlet would stay in the store of the next tests.
    if (path.startsWith('/app/outlets/find/')) return { body: openOutlet };
    if (path === '/fin/wallets/offline') return { body: { at: now(), wallets: [] } };
    return method === 'GET' ? { body: [] } : { status: 204 };
  }

  function print(body: PrintBody): Response {
    server.printed.push(body);
    const reply = server.printer(body);
    if (reply === null) throw new TypeError('Failed to fetch');
    return Response.json(reply.body ?? {}, { status: reply.status ?? 200 });
  }

  const server: FakeServer = {
    printed: [],
    printer: ({ printerName }) => ({ body: { jobId: 'j', state: 'printed', printer: printerName, duplicate: false } }),
    network: 'fine',
    store: serverHeaders['X-Store'],
    seen: [],
    bills,
    handler: () => undefined,
    paths: () => server.seen.map(({ method, path }) => `${method} ${path}`),
    async answer(method, path, body, headers) {
      const seen = { method, path, body, headers };
      server.seen.push(seen);
      return asServer((await server.handler(seen)) ?? route(seen), server.store);
    },
    async fetch(input, init) {
      const url = new URL(input as string, location.origin);
      if (url.pathname === '/print') return print(JSON.parse(init?.body as string) as PrintBody);
      if (!url.pathname.startsWith('/api/')) throw new TypeError('Failed to fetch');
      if (server.network === 'dead') throw new TypeError('Failed to fetch');
      const { network } = server;
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
      const headers = Object.fromEntries(new Headers(init?.headers));
      const path = url.pathname.slice('/api'.length);
      const reply = await server.answer(init?.method ?? 'GET', path, body, headers);
      if (network === 'lost') throw new TypeError('Failed to fetch');
      const asText = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      const text = reply.body === undefined ? null : asText;
      return new Response(text, {
        status: reply.status ?? 200,
        headers: { ...(text === null ? {} : { 'content-type': 'application/json' }), ...reply.headers },
      });
    },
  };
  return server;
}
