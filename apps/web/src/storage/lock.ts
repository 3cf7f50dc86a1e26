/**
 * Mutual exclusion among the tabs of this device. Web Locks exist only in a secure context; a till served over plain http in the local network
 * uses a lease in local storage instead. The lease names its holder, who changes it every second while working; a lease that does not change
 * belongs to a closed tab. It carries no date, so a wrong clock cannot keep it (R35.83). Two tabs may hold it for a moment: work under it uses
 * keys, so that doing it twice has the effect of once.
 */
export const leaseMs = 4000;
const beatMs = leaseMs / 4;
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

/** Returns the lease text: the holder and its heartbeat count. */
const leaseText = (id: string, beat: number): string => JSON.stringify({ owner: id, beat });

function isHeldBy(key: string, id: string): boolean {
  return localStorage.getItem(key)?.startsWith(`{"owner":"${id}"`) ?? false;
}

async function takeLease(key: string, id: string, signal?: AbortSignal): Promise<boolean> {
  let seen: string | null = null;
  let seenAt = performance.now();
  while (!signal?.aborted) {
    const held = localStorage.getItem(key);
    if (held !== seen) {
      seen = held;
      seenAt = performance.now();
    }
    if (held === null || performance.now() - seenAt > leaseMs) {
      localStorage.setItem(key, leaseText(id, 0));
      await wait(pauseMs);
      if (isHeldBy(key, id)) return true;
    }
    await wait(pauseMs + Math.random() * pauseMs, signal);
  }
  return false;
}

async function withLease<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  const key = `atoll.lock.${name}`;
  const id = `${owner}.${Math.random()}`;
  if (!(await takeLease(key, id, signal))) return undefined;
  let beat = 0;
  const renew = setInterval(() => {
    beat += 1;
    localStorage.setItem(key, leaseText(id, beat));
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(renew);
    if (isHeldBy(key, id)) localStorage.removeItem(key);
  }
}

/** Runs the work while no other tab runs work of this name. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return (await navigator.locks.request(`atoll.${name}`, work)) as T;
  return (await withLease(name, work)) as T;
}

/** Waits until this tab leads, then works until the work ends or the signal aborts. */
export async function lead(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    if (navigator.locks) await navigator.locks.request(`atoll.${name}`, { signal }, work);
    else await withLease(name, work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
