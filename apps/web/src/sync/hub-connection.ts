/**
 * The hub connection: it announces changes, the data itself is fetched. Uses the official client with its own reconnects (0, 2, 10, 30 s, then
 * it stops); `live.ts` restarts it after that. Source: R15.12, R18.21, R18.22, docs/rules.md#hub-reconnect.
 */
import {
  type HeadMessage,
  type HelloAnswer,
  hubPath,
  hubPingMs,
  hubReconnectDelaysMs,
  hubServerTimeoutMs,
  type ReleaseMessage,
  type SyncMessage,
} from '@atoll/domain/contract/platform/hub';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { HubState } from '../api/connection.ts';
import type { Hub, HubOptions } from './hub.ts';
import { heardRelease } from './server-release.ts';

const shown: Readonly<Record<string, HubState>> = {
  Disconnected: 'Disconnected',
  Connecting: 'Connecting',
  Connected: 'Connected',
  Disconnecting: 'Disconnecting',
  Reconnecting: 'Connecting',
};

function build({ host, outletId, ticket }: HubOptions): HubConnection {
  const connection = new HubConnectionBuilder()
    .withUrl(`${host}${hubPath}?outletId=${outletId}`, {
      skipNegotiation: true,
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: ticket,
    })
    .withAutomaticReconnect([...hubReconnectDelaysMs])
    // At level Information the client would log the address with the ticket.
    .configureLogging(LogLevel.Warning)
    .build();
  connection.serverTimeoutInMilliseconds = hubServerTimeoutMs;
  connection.keepAliveIntervalInMilliseconds = hubPingMs;
  return connection;
}

/** Creates a connection that is not started yet. */
export function makeConnection(options: HubOptions): Hub {
  const { outletId, since, onState, onHello } = options;
  const connection = build(options);
  const reportState = (): void => onState(shown[connection.state] ?? 'Disconnected');

  /** Joins the outlet's group first; the returned head is read after that. */
  const hello = async (): Promise<void> => {
    onHello(await connection.invoke<HelloAnswer>('Hello', { outletId, since: since() }));
    reportState();
  };

  // With braces: the client would send a handler's return value back, and the server expects none.
  connection.on('Sync', (message: SyncMessage) => {
    options.onSync(message);
  });
  connection.on('Head', (message: HeadMessage) => {
    options.onHead(message);
  });
  connection.on('Release', ({ release }: ReleaseMessage) => {
    heardRelease(release);
  });
  // A server of an earlier release names no sender.
  connection.on('Notify', (message: string, from?: string) => {
    options.onNotify(message, from ?? '');
  });
  connection.onreconnecting(reportState);
  // Without a Hello it would get no messages: it is closed, and `live.ts` starts it again.
  connection.onreconnected(() => void hello().catch(() => connection.stop()));
  connection.onclose(reportState);

  return {
    async start() {
      if (connection.state !== 'Disconnected') return;
      const started = connection.start();
      reportState();
      try {
        await started;
        await hello();
      } catch (error) {
        await connection.stop();
        reportState();
        throw error;
      }
    },
    async stop() {
      const stopped = connection.stop();
      reportState();
      await stopped;
      reportState();
    },
    isIdle: () => connection.state === 'Disconnected',
    sync: (billId, action, outlet) => connection.invoke('Sync', billId, action, '', 'Bill', outlet),
    notify: (message) => connection.invoke('Notify', message),
  };
}
