/** A till that listens to the hub, over the SignalR protocol in JSON. */
import { hubKeepAliveMs, type SyncMessage } from '@atoll/domain/contract/platform/hub';
import WebSocket from 'ws';

const end = '\u001e';

export interface Listener {
  readonly connectionId: string;
  onSync: ((message: SyncMessage) => void) | null;
  received: number;
  close(): void;
}

interface HubRecord {
  readonly type?: number;
  readonly target?: string;
  readonly arguments?: readonly unknown[];
  readonly result?: { readonly connectionId: string };
  readonly error?: string;
}

/** Connects with an access token and calls Hello; resolves when that is answered. */
export function listen(port: number, outletId: number, token: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/hub?outletId=${outletId}`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    });
    let listener: Listener | null = null;
    const hello = { type: 1, invocationId: '1', target: 'Hello', arguments: [{ outletId, since: null }] };
    // As often as a till.
    const ping = setInterval(
      () => socket.readyState === WebSocket.OPEN && socket.send(`{"type":6}${end}`),
      hubKeepAliveMs,
    );
    ping.unref();
    socket.on('error', reject);
    socket.on('close', () => clearInterval(ping));
    socket.on('open', () => socket.send(`{"protocol":"json","version":1}${end}${JSON.stringify(hello)}${end}`));
    socket.on('message', (data: Buffer) => {
      for (const text of data.toString().split(end)) {
        if (text === '') continue;
        const record = JSON.parse(text) as HubRecord;
        if (record.error) reject(new Error(record.error));
        if (record.type === 3 && record.result && !listener) {
          listener = {
            connectionId: record.result.connectionId,
            onSync: null,
            received: 0,
            close: () => socket.terminate(),
          };
          resolve(listener);
        }
        if (record.type !== 1 || record.target !== 'Sync' || !listener) continue;
        listener.received += 1;
        listener.onSync?.(record.arguments?.[0] as SyncMessage);
      }
    });
  });
}
