/**
 * One at a time among the tabs of this device. Web Locks exist only in a secure context; a till that is served over
 * plain http in the house's network takes a lease in local storage instead. A lease can, in the worst moment, be held twice for
 * a blink: whatever is done under it carries keys, so that doing it twice does it once.
 */
const leaseMs = 4000;
const pauseMs = 60;
const owner = Math.random().toString(36).slice(2);

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });

interface Lease {
  readonly owner: string;
  readonly until: number;
}

function readLease(key: string): Lease | null {
  const text = localStorage.getItem(key);
  return text ? (JSON.parse(text) as Lease) : null;
}

async function takeLease(key: string, id: string, signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted) {
    const held = readLease(key);
    if (!held || held.until < Date.now()) {
      localStorage.setItem(key, JSON.stringify({ owner: id, until: Date.now() + leaseMs }));
      await wait(pauseMs);
      if (readLease(key)?.owner === id) return true;
    }
    await wait(pauseMs + Math.random() * pauseMs, signal);
  }
  return false;
}

async function withLease<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  const key = `atoll.lock.${name}`;
  const id = `${owner}.${Math.random()}`;
  if (!(await takeLease(key, id, signal))) return undefined;
  const renew = setInterval(
    () => localStorage.setItem(key, JSON.stringify({ owner: id, until: Date.now() + leaseMs })),
    leaseMs / 4,
  );
  try {
    return await work();
  } finally {
    clearInterval(renew);
    if (readLease(key)?.owner === id) localStorage.removeItem(key);
  }
}

/** Does the work while no other tab does work of this name. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return (await navigator.locks.request(`atoll.${name}`, work)) as T;
  return (await withLease(name, work)) as T;
}

/** Waits until this tab leads in the matter, then works until the work or the signal ends. */
export async function lead(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    if (navigator.locks) await navigator.locks.request(`atoll.${name}`, { signal }, work);
    else await withLease(name, work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
