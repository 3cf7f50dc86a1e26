/** Tests on the device whether the app opens without the network. Source: R31.16. */
import { atMost } from '../api/at-most.ts';

const workerPath = '/sw.js';
/** Waiting time for the files of the app, which the first visit caches. */
const cachedWithinMs = 30_000;
const answersWithinMs = 3000;
/** No picture has this name: only the network could answer. */
const notCached = '/files/offline-test';

/** The browser's service workers; absent on a page without a trusted certificate. */
const workers = (): ServiceWorkerContainer | undefined =>
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;

/** Returns whether the browser registers the service worker: only over https whose certificate it trusts, or on localhost. */
export async function isTrusted(): Promise<boolean> {
  const registration = await workers()
    ?.register(workerPath)
    .catch(() => undefined);
  return registration !== undefined;
}

/** Asks the worker to refuse the network or to allow it again; returns whether it does. */
async function setRefused(worker: ServiceWorker, isRefused: boolean): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  let isDone = false;
  const answered = new Promise<void>((done) => {
    port1.onmessage = () => {
      isDone = true;
      done();
    };
  });
  worker.postMessage({ type: 'REFUSE_NETWORK', isRefused }, [port2]);
  await atMost(answersWithinMs, answered);
  port1.close();
  return isDone;
}

const opens = (url: string): Promise<boolean> =>
  fetch(url, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns whether anything answers, also that there is no such file. */
const isAnswered = (url: string): Promise<boolean> =>
  fetch(url, { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Returns the scripts and style sheets that the page loads. */
async function partsOf(page: string): Promise<string[]> {
  const html = await (await fetch(page, { cache: 'no-store' })).text();
  const found = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelectorAll('script[src], link[rel=stylesheet]');
  return [...found].map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '');
}

/** Returns whether the app opens while the service worker refuses the network; false where there is no worker. */
export async function worksOffline(): Promise<boolean> {
  const container = workers();
  if (!(container && (await isTrusted()))) return false;
  await atMost(cachedWithinMs, container.ready);
  if (!container.controller) {
    const controlled = new Promise((done) => container.addEventListener('controllerchange', done, { once: true }));
    await atMost(answersWithinMs, controlled);
  }
  const worker = container.controller;
  if (!(worker && (await setRefused(worker, true)))) return false;
  try {
    if (await isAnswered(notCached)) return false;
    const parts = await partsOf('/index.html');
    const opened = await Promise.all(parts.map(opens));
    return parts.length > 0 && opened.every(Boolean);
  } catch {
    return false;
  } finally {
    await setRefused(worker, false);
  }
}
