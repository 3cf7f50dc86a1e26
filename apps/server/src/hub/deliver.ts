import type { BusMessage } from './bus/bus.ts';
import type { Connection } from './connection.ts';
import { toSync } from './event.ts';
import type { Groups } from './group.ts';
import type { Counters } from './stats.ts';

/** The connections of this process. */
export interface Here {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly groups: Groups;
  readonly counters: Counters;
}

/** Carries out a message for the connections of this process, whichever process it came from. */
export function deliver({ connections, groups, counters }: Here, message: BusMessage): void {
  if (message.kind === 'disconnect') {
    for (const connection of connections.values()) {
      const { userId, sessionId } = connection.identity;
      if (message.userId !== undefined && message.userId !== userId) continue;
      if (message.sessionId !== undefined && message.sessionId !== sessionId) continue;
      connection.end(message.reason);
    }
    return;
  }
  const group = groups.find(message.outlet);
  if (!group) return;
  if (message.kind === 'change') {
    counters.changes++;
    group.toldSeq = Math.max(group.toldSeq, message.seq);
    const sync = toSync(message);
    if (sync.origin !== null && sync.billId !== null) connections.get(sync.origin)?.announced(sync.billId);
    group.broadcast({ kind: 'invocation', target: 'Sync', args: [sync] }, ({ id }) => id !== sync.origin);
  } else if (message.kind === 'sync') {
    const args = [message.sync];
    group.broadcast({ kind: 'invocation', target: 'Sync', args }, ({ id }) => id !== message.except);
  } else if (message.kind === 'notify') {
    const args = [message.message, message.from ?? ''];
    group.broadcast({ kind: 'invocation', target: 'Notify', args }, ({ id }) => id !== message.except);
  }
}
