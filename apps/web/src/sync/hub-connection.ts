/**
 * The hub: hints that something changed; what is true is fetched. The official client with its own reconnecting (0, 2, 10, 30 s, then
 * stop); what starts it again after that stands in `live.ts`. Source: R15.12, R18.21, R18.22, docs/rules.md#hub-reconnect.
 */
import {
  type HeadMessage,
  type HelloAnswer,
  hubKeepAliveMs,
  hubPath,
  hubReconnectDelaysMs,
  hubServerTimeoutMs,
  type SyncMessage,
} from '@atoll/domain/contract/platform/hub';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { HubState } from '../api/connection.ts';
import type { Hub, HubOptions } from './hub.ts';

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
    // At Information the client would write the address with the ticket into the console.
    .configureLogging(LogLevel.Warning)
    .build();
  connection.serverTimeoutInMilliseconds = hubServerTimeoutMs;
  connection.keepAliveIntervalInMilliseconds = hubKeepAliveMs;
  return connection;
}

/** A connection that is not started yet. */
export function makeConnection(options: HubOptions): Hub {
  const { outletId, since, onState, onHello } = options;
  const connection = build(options);
  const tell = (): void => onState(shown[connection.state] ?? 'Disconnected');

  /** Joins the outlet's group first; the head that is answered is read after that. */
  const hello = async (): Promise<void> => {
    onHello(await connection.invoke<HelloAnswer>('Hello', { outletId, since: since() }));
    tell();
  };

  // With braces: what a handler answers the client would send back, and the server waits for no result.
  connection.on('Sync', (message: SyncMessage) => {
    options.onSync(message);
  });
  connection.on('Head', (message: HeadMessage) => {
    options.onHead(message);
  });
  connection.on('Notify', (message: string) => {
    options.onNotify(message);
  });
  connection.onreconnecting(tell);
  // Without a Hello it would hear nothing: then it is closed, and whoever watches starts it anew.
  connection.onreconnected(() => void hello().catch(() => connection.stop()));
  connection.onclose(tell);

  return {
    async start() {
      if (connection.state !== 'Disconnected') return;
      const started = connection.start();
      tell();
      try {
        await started;
        await hello();
      } catch (error) {
        await connection.stop();
        tell();
        throw error;
      }
    },
    async stop() {
      const stopped = connection.stop();
      tell();
      await stopped;
      tell();
    },
    isIdle: () => connection.state === 'Disconnected',
    notify: (message) => connection.invoke('Notify', message),
  };
}
