/**
 * A server process of an installation: a hub with the bus that the environment names. The parent process controls it
 * over its channel.
 */
import { openBus } from '../bus/open.ts';
import { createHub } from '../hub.ts';
import { identityOf, quiet } from './identity.ts';
import { listen } from './listen.ts';

const bus = await openBus({ busUrl: process.env['BUS_URL'] }, quiet);
let release = 'first';
const hub = createHub({
  // The ticket names the outlet, because the store that processes share is not tested here.
  authenticate: async ({ ticket }) => identityOf({ outletId: Number(ticket), sessionId: `session-${ticket}` }),
  readHeads: async () => new Map(),
  isOwnBill: async () => true,
  release: () => release,
  bus,
  log: quiet,
  now: Date.now,
  allowedOrigins: () => [],
});
const { app, port } = await listen(hub);

process.on('message', ([method, ...args]: ['publish' | 'disconnect' | 'release', ...unknown[]]) => {
  if (method === 'release') return void (release = String(args[0]));
  return (hub[method] as (...args: unknown[]) => void)(...args);
});
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(1));
process.send?.(port);
