/** A till that opens bills and pays them, with the real calls. */
import { randomUUIDv7 } from 'node:crypto';
import type { MenuItem } from '../../packages/domain/src/menu/menu.ts';
import { noPriceRules, type PriceRules } from '../../packages/domain/src/price/rules.ts';
import { HttpConnection } from './http-connection.ts';
import { type Good, pricedBasket } from './priced-basket.ts';

export interface TillPlace {
  readonly email: string;
  readonly password: string;
  readonly outletId: number;
  readonly type: 'Table' | 'Counter';
  readonly slot: number;
}

export interface OpenedBill {
  readonly id: number;
  readonly key: string;
  readonly total: number;
  readonly items: readonly { readonly key: string }[];
  /** The promotions that it has. */
  readonly applied?: readonly unknown[];
}

/** Access tokens are valid for 15 minutes. */
const renewAfterMs = 8 * 60_000;

export class Till {
  readonly place: TillPlace;
  readonly #port: number;
  #connection: HttpConnection | null = null;
  #token = '';
  #signedInAt = 0;
  #goods: readonly Good[] = [];
  #goodsById: ReadonlyMap<number, Good> = new Map();
  #rules: PriceRules = noPriceRules;
  #sold = 0;
  #prepared: string[] = [];
  connectionId = '';

  constructor(port: number, place: TillPlace) {
    this.#port = port;
    this.place = place;
  }

  get token(): string {
    return this.#token;
  }

  /** Connects when that is due, as after a rest; then signs in and loads the menu when that is due. */
  async ready(): Promise<void> {
    if (!this.#connection?.isOpen) this.#connection = await HttpConnection.open(this.#port);
    if (performance.now() - this.#signedInAt < renewAfterMs && this.#token !== '') return;
    const { email, password } = this.place;
    const signedIn = await this.#connection.call('POST', '/api/auth/login', '', { email, password });
    this.#token = (JSON.parse(expect(signedIn).toString()) as { token: string }).token;
    this.#signedInAt = performance.now();
    await this.loadMenu();
  }

  /** Loads the menu and the price rules, as a till does when it starts and when they change. */
  async loadMenu(): Promise<void> {
    const menus = (await this.get('/api/bis/menu/get')) as {
      categories: { id: number; menuItems: MenuItem[] }[];
    }[];
    this.#goods = menus.flatMap(({ categories }) =>
      categories.flatMap(({ id, menuItems }) =>
        menuItems.flatMap((item) => item.sizes.slice(0, 1).map((size) => ({ item, size, categoryIds: [id] }))),
      ),
    );
    this.#goodsById = new Map(this.#goods.map((good) => [good.item.id, good]));
    this.#rules = (await this.get('/api/bis/prices/get')) as PriceRules;
  }

  async get(path: string): Promise<unknown> {
    return JSON.parse((await this.#call('GET', path)).toString());
  }

  async post(path: string, body?: unknown): Promise<unknown> {
    return JSON.parse((await this.#call('POST', path, body)).toString());
  }

  /** Plans bills before they are opened, as they are sent: a till does so on its own device, while the guest orders. */
  prepare(count: number, isBlind: boolean): void {
    this.#prepared = Array.from({ length: count }, () => this.#newBill(isBlind));
  }

  /** Opens a bill of three items, at the prices and with the promotions that a till shows; with `isBlind` the server finds them. */
  async create(isBlind = false): Promise<OpenedBill> {
    const bill = this.#prepared.shift() ?? this.#newBill(isBlind);
    return JSON.parse((await this.#call('POST', '/api/bis/bill/create', bill)).toString()) as OpenedBill;
  }

  /** Returns a new bill as it is sent. */
  #newBill(isBlind: boolean): string {
    const createdAt = new Date().toISOString();
    const tapped = [0, 1, 2].map((index) => {
      const good = this.#goods[(this.#sold * 3 + index * 7 + this.place.slot) % this.#goods.length] as Good;
      return { key: randomUUIDv7(), index, good, qty: 1 + (index % 2) };
    });
    this.#sold += 1;
    const { type, slot } = this.place;
    const key = randomUUIDv7();
    const shop = { rules: isBlind ? noPriceRules : this.#rules, goods: this.#goodsById };
    const basket = pricedBasket(key, type, tapped, shop);
    return JSON.stringify({ key, type, slot: String(slot), ...basket, covers: type === 'Table' ? 2 : 0, createdAt });
  }

  /** Pays a bill in cash. */
  async pay({ key, total, items }: OpenedBill): Promise<void> {
    await this.#call('PUT', '/api/bis/bill/pay', {
      key,
      payments: [{ key: randomUUIDv7(), method: 'Cash', amount: total, tendered: total }],
      seen: { itemKeys: items.map((item) => item.key), total },
      modifiedAt: new Date().toISOString(),
    });
  }

  close(): void {
    this.#connection?.close();
  }

  async #call(method: string, path: string, body?: unknown): Promise<Buffer> {
    if (!this.#connection) throw new Error('The till is not ready');
    const origin = this.connectionId === '' ? '' : `x-connection-id: ${this.connectionId}\r\n`;
    const headers = `authorization: Bearer ${this.#token}\r\nx-outlet-id: ${this.place.outletId}\r\n${origin}`;
    return expect(await this.#connection.call(method, path, headers, body));
  }
}

function expect({ status, body }: { readonly status: number; readonly body: Buffer }): Buffer {
  if (status !== 200) throw new Error(`The server answered ${status}: ${body.toString().slice(0, 300)}`);
  return body;
}
