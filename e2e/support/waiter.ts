/** Staff on separate devices who call the server as a till does. */
import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Product } from './product.ts';

interface MenuOfOutlet {
  readonly categories: readonly {
    readonly menuItems: readonly { readonly id: number; readonly sizes: readonly { readonly value: string }[] }[];
  }[];
}

export type Call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => Promise<T>;

export interface Waiter {
  readonly call: Call;
  /** Checks in a table and saves three items; `turn` selects them. */
  open(slot: number, turn?: number): Promise<Bill>;
  pay(bill: Bill, method: string): Promise<Bill>;
}

/** Signs a demo user in on a separate device. */
export async function waiterOf(
  request: APIRequestContext,
  product: Product,
  email = 'manager@atoll.test',
): Promise<Waiter> {
  const login = await request.post(`${product.url}/api/auth/login`, { data: { email, password: 'atoll-demo' } });
  const { token, outlets } = (await login.json()) as { token: string; outlets: { outletId: number }[] };
  const headers = { Authorization: `Bearer ${token}`, 'X-Outlet-Id': String(outlets[0]?.outletId) };
  const call: Call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> => {
    const answer = await request.fetch(`${product.url}/api${path}`, { method, headers, ...(data ? { data } : {}) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  const menus = await call<MenuOfOutlet[]>('GET', '/bis/menu/get');
  const items = menus.flatMap((menu) => menu.categories.flatMap((category) => category.menuItems));
  return {
    call,
    open: (slot, turn = 0) =>
      call('POST', '/bis/bill/create', {
        key: randomUUID(),
        type: 'Table',
        slot: String(slot),
        covers: 2,
        items: [0, 1, 2].map((n) => {
          const item = items[(slot * 7 + turn * 11 + n * 3) % items.length];
          return { key: randomUUID(), menuItemId: item?.id, size: item?.sizes[0]?.value, qty: 1 + ((n + turn) % 2) };
        }),
      }),
    pay: (bill, method) =>
      call('PUT', '/bis/bill/pay', {
        key: bill.key,
        payments: [{ key: randomUUID(), method, amount: bill.total }],
        seen: { itemKeys: bill.items.map((item) => item.key), total: bill.total },
      }),
  };
}
