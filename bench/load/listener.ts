/** A till that listens to the hub, over the SignalR protocol in JSON. */
import { hubPingMs, type SyncMessage } from '@atoll/domain/contract/platform/hub';
import WebSocket from 'ws';

const end = '\u001e';
const pingRecord = `{"type":6}${end}`;

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
    let sentAt = 0;
    let ping: NodeJS.Timeout | undefined;
    const send = (text: string): void => {
      sentAt = performance.now();
      clearTimeout(ping);
      ping = undefined;
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    };
    /** As the library of the till: with a message that comes when it sent nothing for some time, and otherwise when that time is over. */
    const pingLater = (): void => {
      const left = sentAt + hubPingMs - performance.now();
      if (left < 0) send(pingRecord);
      else ping ??= setTimeout(send, left, pingRecord).unref();
    };
    socket.on('error', reject);
    socket.on('close', () => clearTimeout(ping));
    socket.on('open', () => send(`{"protocol":"json","version":1}${end}${JSON.stringify(hello)}${end}`));
    socket.on('message', (data: Buffer) => {
      pingLater();
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
