/** A till's connection to the hub of a test server, not yet started. */
import type { AddressInfo } from 'node:net';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { TestApp } from './test-app.ts';

/** Returns a connection to an outlet with a ticket of `auth.hubTicket`. The server listens already. */
export function hubClient({ app }: TestApp, ticket: string, outletId: number): HubConnection {
  const { port } = app.server.address() as AddressInfo;
  return new HubConnectionBuilder()
    .withUrl(`http://127.0.0.1:${port}/api/hub?outletId=${outletId}`, {
      accessTokenFactory: () => ticket,
      skipNegotiation: true,
      transport: HttpTransportType.WebSockets,
    })
    .configureLogging(LogLevel.None)
    .build();
}
