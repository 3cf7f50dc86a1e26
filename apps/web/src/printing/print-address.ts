/**
 * The address of this device's print server: the one set on the device, else the port that the server names. Both are stored, so that a start
 * without the server can print. Source: R35.13, R18.23.
 */
import { printPort } from '@atoll/domain/contract/bill/print-answer';
import { call, forPrinting } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';

const originKey = 'atoll.print-origin';
const portKey = 'atoll.print-port';
const askAgainMs = 5000;

const isPort = (port: unknown): port is number =>
  typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= 65_535;

/** Returns the address named by the server: a port of this device. */
export function defaultPrintOrigin(): string {
  const named = Number(localStorage.getItem(portKey));
  return `http://localhost:${isPort(named) ? named : printPort}`;
}

/** Returns the address set on this device; '' when none is. */
export const devicePrintOrigin = (): string => localStorage.getItem(originKey) ?? '';

/** Returns the origin of this device's print server. */
export const printOrigin = (): string => devicePrintOrigin() || defaultPrintOrigin();

/** Sets the address of this device's print server; '' uses the server's. */
export function setPrintOrigin(origin: string): void {
  if (origin) localStorage.setItem(originKey, origin);
  else localStorage.removeItem(originKey);
}

/**
 * Returns a typed address as an origin: accepts '15000', 'localhost:15000' and 'http://127.0.0.1:15000/'. Null for other text: the print
 * server listens on this device only, so no other host is accepted.
 */
export function readPrintOrigin(text: string): string | null {
  const parts = /^(?:http:\/\/)?(?:(localhost|127\.0\.0\.1):)?(\d{1,5})\/?$/i.exec(text.trim());
  const port = Number(parts?.[2]);
  return parts && isPort(port) ? `http://${(parts[1] ?? 'localhost').toLowerCase()}:${port}` : null;
}

/** Stores the port that the server names. Throws when it does not answer. */
export async function learnPrintPort(): Promise<void> {
  const { printPort: named } = await call('app.info', { ...forPrinting });
  if (isPort(named)) localStorage.setItem(portKey, String(named));
}

/**
 * Asks the server for the print server's port until it answers, and again whenever the server returns: its port may have changed. Runs until
 * the returned function is called.
 */
export function followPrintPort(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const ask = (): void => {
    clearTimeout(timer);
    void learnPrintPort().catch(() => {
      if (!stopped) timer = setTimeout(ask, askAgainMs);
    });
  };
  ask();
  const stop = useConnection.subscribe((now, before) => {
    if (now.isOnline && !before.isOnline) ask();
  });
  return () => {
    stopped = true;
    stop();
    clearTimeout(timer);
  };
}
