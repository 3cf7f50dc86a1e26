import type { Connection } from './connection.ts';
import { toFrame } from './protocol/frame.ts';
import type { OutgoingMessage } from './protocol/message.ts';

/** The connections of one outlet on this process. */
export class Group {
  readonly outletId: number;
  readonly connections = new Set<Connection>();
  /** When its head was last sent, or the group was created. */
  headAt: number;
  readingHead = false;
  /** The highest number of the change log that a change told this process. */
  toldSeq = 0;
  /** The last head that was sent to the connections. */
  sentSeq = 0;

  constructor(outletId: number, now: number) {
    this.outletId = outletId;
    this.headAt = now;
  }

  /** Sends a message to all connections that `wanted` selects; it is encoded once for each protocol in use. */
  broadcast(message: OutgoingMessage, wanted: (connection: Connection) => boolean): void {
    const frames = new Map<string, Buffer>();
    for (const connection of this.connections) {
      const { protocol } = connection;
      if (!protocol || !wanted(connection)) continue;
      let frame = frames.get(protocol.name);
      if (!frame) {
        frame = toFrame(protocol, message);
        frames.set(protocol.name, frame);
      }
      connection.sendFrame(frame);
    }
  }
}

/** All groups that have a connection on this process. */
export class Groups {
  readonly #byOutlet = new Map<number, Group>();

  get size(): number {
    return this.#byOutlet.size;
  }

  all(): Iterable<Group> {
    return this.#byOutlet.values();
  }

  find(outletId: number): Group | undefined {
    return this.#byOutlet.get(outletId);
  }

  join(connection: Connection, now: number): void {
    const { outletId } = connection.identity;
    let group = this.#byOutlet.get(outletId);
    if (!group) {
      group = new Group(outletId, now);
      this.#byOutlet.set(outletId, group);
    }
    group.connections.add(connection);
  }

  leave(connection: Connection): void {
    const { outletId } = connection.identity;
    const group = this.#byOutlet.get(outletId);
    if (group?.connections.delete(connection) && group.connections.size === 0) this.#byOutlet.delete(outletId);
  }
}
