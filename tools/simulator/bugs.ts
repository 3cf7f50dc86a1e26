/** Bugs between the tills and the store that a simulation must find, otherwise its checks prove nothing. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { removeGuard, tampered } from '../../apps/server/src/modules/bill/testing/mutants.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import type { CodeChange } from './device/till-code.ts';
import type { Till } from './device/till-main.ts';
import type { ServerAnswer, ServerRequest, Tamper } from './shop-server.ts';
import type { SimulationOptions } from './simulation.ts';

export interface Bug {
  readonly name: string;
  /** The seed where the search for a failing history starts. */
  readonly seed: number;
  /** True when a short run looks for it too. */
  readonly isQuick?: boolean;
  /** It is looked for in a shop with price rules. */
  readonly isPriced?: boolean;
  /** One of the checks that find it says this. */
  readonly says?: RegExp;
  readonly tamper?: Tamper;
  /** Replaces requests or responses of the server. */
  readonly onRequest?: NonNullable<SimulationOptions['onRequest']>;
  readonly onTillStart?: (till: Till, number: number) => void;
  /** The print server does not recognise a repeated job. */
  readonly forgetsJobs?: boolean;
  /** Deliberate bugs in the tills' own code. */
  readonly code?: readonly CodeChange[];
  /** Data on the till's disk that is lost when the till dies. */
  readonly onTillDeath?: NonNullable<SimulationOptions['onTillDeath']>;
}

const everyNth = (n: number): (() => boolean) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
};

/** Overwrites a stored bill after a call. */
function afterCall(
  path: string,
  change: (bill: Bill, sent: Record<string, unknown>) => Bill,
): NonNullable<Bug['onRequest']> {
  return async ({ url, body, method }, handle, store) => {
    const answer = await handle();
    if (answer === null || answer.status !== 200 || method === 'GET' || !url.endsWith(path)) return answer;
    const { key } = JSON.parse(answer.body) as Bill;
    await overwrite(store, key, (doc) => change(doc, JSON.parse(body ?? '{}') as Record<string, unknown>));
    return answer;
  };
}

/** Replaces the document of a bill in the store. */
export async function overwrite(store: Store, key: string, change: (bill: Bill) => Bill): Promise<void> {
  const rows = await store.readOrg((db) =>
    db.selectFrom('bill').select(['outlet_id', 'doc']).where('key', '=', key).execute(),
  );
  for (const { outlet_id, doc } of rows)
    await store.writeOutlet(outlet_id, async (tx) => {
      await removeGuard(tx.db);
      const bills = tx.db.updateTable('bill').where('outlet_id', '=', outlet_id);
      tx.write(bills.set({ doc: JSON.stringify(change(doc)) }).where('key', '=', key));
    });
}

/** Changes the items of an update before the server gets it. */
function beforeUpdate(change: (lines: readonly BillItem[]) => readonly object[]): NonNullable<Bug['onRequest']> {
  return (request, handle) => {
    if (!request.url.endsWith('/bill/update') || request.body === null) return handle();
    const sent = JSON.parse(request.body) as { readonly items?: readonly BillItem[] };
    return handle({ ...request, body: JSON.stringify({ ...sent, items: change(sent.items ?? []) }) });
  };
}

/** Returns the store name that the server sends with every response. */
async function storeNameOf(
  handle: (request?: ServerRequest) => Promise<ServerAnswer | null>,
  request: ServerRequest,
): Promise<string> {
  const answer = await handle({ ...request, method: 'GET', url: '/api/health', body: null });
  return answer?.headers['x-store'] ?? '';
}

const linesOf = (sent: Record<string, unknown>): readonly { readonly key: string }[] =>
  (sent['items'] ?? []) as readonly { readonly key: string }[];

/** Accepts what anybody answers to a write. Reads stay checked: a till without its lists would only crash. */
const anybodyIsServer: CodeChange = {
  file: '/api/api.ts',
  from: 'const body = await bodyOf(response);',
  to: `const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const body = method === 'GET' ? await bodyOf(response) : isJson ? parsed(await response.text(), response.status) : undefined;`,
};

/** A page taken as a bill has no items; the marks of tickets on it are not what is looked for. */
const pageAsBill: CodeChange = {
  file: '/bills/marks.ts',
  from: 'void send(key), waitMs',
  to: 'void send(key).catch(() => undefined), waitMs',
};

export const bugs: readonly Bug[] = [
  {
    name: 'a captive portal whose response completes an entry',
    seed: 5024,
    isQuick: true,
    code: [
      anybodyIsServer,
      pageAsBill,
      { file: '/outbox/send-entry.ts', from: "if (match === 'yes') return;", to: 'return;' },
    ],
  },
  {
    name: 'a gateway whose refusal counts as the server’s',
    seed: 5105,
    isQuick: true,
    code: [
      anybodyIsServer,
      pageAsBill,
      { file: '/outbox/retry-policy.ts', from: 'error.status < 500 && !isOwnRefusal(error.body)', to: 'false' },
    ],
  },
  {
    name: 'work that fails for good because the server could not save',
    seed: 5094,
    isQuick: true,
    code: [
      {
        file: '/outbox/retry-policy.ts',
        from: 'if (error.status === 503) {',
        to: "if (error.status === 503) { if (entry.tries > 1) return { kind: 'entry', change: { state: 'parked', reason } };",
      },
      { file: '/outbox/upgrade.ts', from: "state === 'parked' && !isForbiddenReason(reason)", to: 'false' },
    ],
  },
  {
    name: 'a retry with new keys',
    seed: 5058,
    onRequest: async (request, handle) => {
      if (!request.url.endsWith('/bill/update') || request.body === null) return handle();
      const sent = JSON.parse(request.body) as Record<string, unknown>;
      const items = linesOf(sent).map((one) => ({ ...one, key: crypto.randomUUID() }));
      await handle();
      return handle({ ...request, body: JSON.stringify({ ...sent, items }) });
    },
  },
  {
    name: 'two tills in one slot, the items of the second lost',
    seed: 5018,
    isQuick: true,
    onRequest: (() => {
      const second = new Set<string>();
      const loses = afterCall('/bill/update', (bill, sent) => {
        const sentKeys = new Set(linesOf(sent).map(({ key }) => key));
        return { ...bill, items: bill.items.filter(({ key }) => !sentKeys.has(key)) };
      });
      return async (request, handle, store) => {
        const device = request.headers['x-device-id'] ?? '';
        if (second.has(device)) return loses(request, handle, store);
        const answer = await handle();
        if (answer?.status === 409 && request.url.endsWith('/bill/create')) second.add(device);
        return answer;
      };
    })(),
  },
  {
    name: 'the last writer wins',
    seed: 5001,
    onRequest: afterCall('/bill/update', (bill, sent) => {
      const sentKeys = new Set(linesOf(sent).map(({ key }) => key));
      return sentKeys.size > 0 ? { ...bill, items: bill.items.filter(({ key }) => sentKeys.has(key)) } : bill;
    }),
  },
  {
    name: 'fractions of a laari',
    seed: 5012,
    isQuick: true,
    onRequest: afterCall('/bill/pay', (bill) => ({ ...bill, gst: bill.gst + 0.5, total: bill.total + 0.5 })),
  },
  {
    name: 'invoice numbers with gaps',
    seed: 5050,
    tamper: tampered((tx) => {
      for (const year of Object.keys(tx.head.invoices)) tx.head.invoices[year] = (tx.head.invoices[year] ?? 0) + 1;
      return {};
    }),
  },
  {
    name: 'a response before the commit',
    seed: 5001,
    onRequest: (() => {
      const isLost = everyNth(4);
      return async (request, handle, store) => {
        if (!request.url.endsWith('/bill/update') || !isLost()) return handle();
        const { key } = JSON.parse(request.body ?? '{}') as { key: string };
        const row = await store.readOrg((db) =>
          db.selectFrom('bill').select('doc').where('key', '=', key).executeTakeFirst(),
        );
        if (!row) return handle();
        const headers = { 'content-type': 'application/json', 'x-store': await storeNameOf(handle, request) };
        return { status: 200, headers, body: JSON.stringify({ ...row.doc, conflicts: [], insertedKeys: [] }) };
      };
    })(),
  },
  {
    name: 'an outbox that is cleared when the till dies',
    seed: 5065,
    onTillDeath: ({ tables }) => tables.get('outbox')?.rows.clear(),
  },
  {
    name: 'a sync that replaces what was typed',
    seed: 5018,
    onTillStart: ({ bills }) => {
      bills.subscribe((now, before) => {
        if (now.server !== before.server && Object.keys(now.drafts).length > 0) bills.setState({ drafts: {} });
      });
    },
  },
  {
    name: 'a failed transfer that clears its source',
    seed: 5060,
    onRequest: async (request, handle, store) => {
      const answer = await handle();
      if (!request.url.endsWith('/bill/transfer') || answer === null || answer.status === 200) return answer;
      const { from } = JSON.parse(request.body ?? '{}') as { from: { key: string } };
      await store.writeOrg(async (db) => {
        const { doc } = await db.selectFrom('bill').select('doc').where('key', '=', from.key).executeTakeFirstOrThrow();
        const cleared = JSON.stringify({ ...doc, items: [] });
        await db.updateTable('bill').set({ doc: cleared }).where('key', '=', from.key).execute();
      });
      return answer;
    },
  },
  {
    name: 'a course that is fired while the server is away, and never printed',
    seed: 5075,
    isQuick: true,
    code: [
      {
        file: '/printing/tickets.ts',
        from: 'const own = bill?.items.filter(isOne)',
        to: 'const own = useBills.getState().server[billKey]?.items.filter(isOne)',
      },
    ],
  },
  {
    name: 'a check-in at a joined table that opens a bill of its own',
    seed: 5054,
    isQuick: true,
    onRequest: async (request, handle, store) => {
      if (request.method !== 'GET') await store.writeOrg((db) => db.deleteFrom('slot_join').execute());
      return handle();
    },
  },
  { name: 'a ticket that a retry prints again', seed: 5036, isQuick: true, forgetsJobs: true },
  {
    name: 'tax that is rounded item by item',
    seed: 5012,
    isQuick: true,
    onRequest: afterCall('/bill/pay', (bill) => {
      const gst = bill.items
        .filter((item) => !item.isVoid)
        .reduce((sum, item) => sum + Math.ceil(item.taxAmount * 1.0001), 0);
      return { ...bill, gst, total: bill.total - bill.gst + gst };
    }),
  },
  {
    name: 'a change without a history entry',
    seed: 5001,
    isQuick: true,
    tamper: tampered(
      (() => {
        const isSilent = everyNth(4);
        return () => (isSilent() ? { history: () => undefined } : {});
      })(),
    ),
  },
  {
    name: 'a note that is lost in transit',
    seed: 5058,
    isQuick: true,
    onRequest: beforeUpdate((lines) => lines.map((line) => ({ ...line, notes: [] }))),
  },
  {
    name: 'a seat that is lost in transit',
    seed: 5004,
    isQuick: true,
    onRequest: beforeUpdate((lines) => lines.map(({ seat: _seat, placedAt: _placedAt, ...line }) => line)),
  },
  {
    name: 'a hand-over that is answered and not stored',
    seed: 5013,
    isQuick: true,
    onRequest: async (request, handle, store) => {
      const answer = await handle();
      if (!request.url.endsWith('/bill/hand') || answer?.status !== 200) return answer;
      for (const { key } of JSON.parse(answer.body) as Bill[])
        await overwrite(store, key, ({ waiterId: _waiter, ...bill }) => bill as Bill);
      return answer;
    },
  },
  {
    name: 'items that arrive in another order',
    seed: 5001,
    onRequest: beforeUpdate((lines) =>
      lines.map((line, at) => ({ ...line, index: lines[lines.length - 1 - at]?.index ?? line.index })),
    ),
  },
];
