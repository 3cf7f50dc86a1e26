/** What a thief can take out of a browser with its developer tools: everything that a page stores, except keys that cannot be exported. */
import type { Page } from '@playwright/test';

export interface StolenStorage {
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  /** Records of IndexedDB with their stores and keys, as JSON, which holds no keys of the browser. */
  readonly database: string;
}

/** Returns what the page stores. */
export const stealStorage = (page: Page): Promise<StolenStorage> =>
  page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as Error);
      });
    const database = await answerOf(indexedDB.open('atoll'));
    const stores: Record<string, (readonly [IDBValidKey, unknown])[]> = {};
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name).objectStore(name);
      const [keys, values] = await Promise.all([answerOf(store.getAllKeys()), answerOf(store.getAll())]);
      stores[name] = keys.map((key, i) => [key, values[i] as unknown] as const);
    }
    database.close();
    return { local: { ...localStorage }, session: { ...sessionStorage }, database: JSON.stringify(stores) };
  });

/** Puts stolen storage into a page of the same address, as if it were the page's own. */
export const plantStorage = (page: Page, stolen: StolenStorage): Promise<void> =>
  page.evaluate(async ({ local, session, database: text }) => {
    const stores = JSON.parse(text) as Record<string, [IDBValidKey, unknown][]>;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('atoll');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });
    for (const [name, records] of Object.entries(stores)) {
      const store = database.transaction(name, 'readwrite').objectStore(name);
      for (const [key, value] of records) {
        if (store.keyPath === null) store.put(value, key);
        else store.put(value);
      }
    }
    database.close();
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, stolen);

/** Makes what unlocks a till without the server older, as if nobody unlocked it there for these days. */
export const ageVerifiers = (page: Page, days: number): Promise<void> =>
  page.evaluate(async (ms) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('atoll');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });
    const request = database.transaction('secret', 'readwrite').objectStore('secret').openCursor();
    await new Promise<void>((resolve, reject) => {
      request.onerror = () => reject(request.error as Error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return resolve();
        const kept = cursor.value as { readonly keptAt?: number };
        if (kept.keptAt !== undefined) cursor.update({ ...kept, keptAt: kept.keptAt - ms });
        cursor.continue();
      };
    });
    database.close();
  }, days * 86_400_000);

/** Returns the refresh token of a person in stolen storage. */
export const refreshTokenIn = ({ local }: StolenStorage, email: string): string =>
  (JSON.parse(local['atoll.tokens'] ?? '{}') as Record<string, { refreshToken: string }>)[email]?.refreshToken ?? '';

/** Makes a call about a session with its refresh token and the key of the device, as whoever opens the browser can. */
export const callWithKey = (page: Page, path: string, refreshToken: string, more: object) =>
  page.evaluate(
    async ([endpoint, url, token, body]) => {
      // The page may use the key of the device, and so may whoever opens its developer tools.
      const opened = indexedDB.open('atoll');
      await new Promise((resolve) => opened.addEventListener('success', resolve));
      const read = opened.result.transaction('secret').objectStore('secret').get('device key');
      await new Promise((resolve) => read.addEventListener('success', resolve));
      const { privateKey, publicKey } = read.result as { privateKey: CryptoKey; publicKey: string };
      opened.result.close();
      const at = Date.now();
      const text = new TextEncoder().encode(`atoll ${endpoint} ${at} ${token}`);
      const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text);
      const signature = btoa(String.fromCharCode(...new Uint8Array(signed)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '');
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ refreshToken: token, proof: { key: publicKey, at, signature }, ...body }),
      });
      return { status: answer.status, body: (await answer.json()) as unknown, isExtractable: privateKey.extractable };
    },
    [path.slice(1).replace('/', '.'), `/api${path}`, refreshToken, more] as const,
  );
