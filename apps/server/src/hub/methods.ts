import { cardNumberMessage } from '@atoll/domain/contract/platform/endpoint';
import {
  type HelloAnswer,
  type HelloRequest,
  hubActions,
  hubEntities,
  notifyLength,
  type ReleaseMessage,
  type SyncMessage,
} from '@atoll/domain/contract/platform/hub';
import { hasCardNumberIn } from '@atoll/domain/form/card-text';
import * as z from 'zod';
import type { Connection } from './connection.ts';
import { syncText } from './event.ts';
import { HubError } from './hub-error.ts';
import type { OutgoingMessage } from './protocol/message.ts';

/** The longest message of a Sync. */
export const syncLimit = 500;

/** What the methods need of the hub. */
export interface MethodHost {
  /** Returns the app that this server has, if it says so. */
  release(): string | undefined;
  readHead(outletId: number): Promise<number>;
  isOwnBill(outletId: number, billId: number): Promise<boolean>;
  /** Sends a Sync to the other connections of the outlet, on every process. */
  relaySync(from: Connection, sync: SyncMessage): void;
  /** Counts a message of a person; returns false when they sent too many. */
  mayNotify(userId: number): boolean;
  /** Sends a message with its sender's name to the other connections of the outlet. */
  relayNotify(from: Connection, message: string): void;
}

export type Method = (connection: Connection, args: readonly unknown[]) => Promise<unknown>;

const helloSchema = z.object({
  outletId: z.int(),
  since: z.int().min(0).nullish(),
}) satisfies z.ZodType<unknown, Omit<HelloRequest, 'since'>>;

const syncSchema = z.object({
  billId: z.int().min(1).nullable(),
  action: z.enum(hubActions),
  message: z.string().max(syncLimit).nullish(),
  type: z.enum(hubEntities),
  outlet: z.int(),
});
const syncOrder = ['billId', 'action', 'message', 'type', 'outlet'] as const;

const notifySchema = z.string().trim().min(1).max(notifyLength);

/** Returns the methods that a client may invoke, by their name in lower case. */
export function hubMethods(host: MethodHost): ReadonlyMap<string, Method> {
  return new Map<string, Method>([
    ['hello', (connection, args) => hello(host, connection, args)],
    ['sync', (connection, args) => sync(host, connection, args)],
    ['notify', (connection, args) => notify(host, connection, args)],
  ]);
}

/**
 * Returns the head to Hello. A connection is in its group since the handshake, so it receives every change that
 * commits after this head.
 */
async function hello(host: MethodHost, connection: Connection, args: readonly unknown[]): Promise<HelloAnswer> {
  const { outletId } = checked(helloSchema, args[0], 'Hello');
  requireOwnOutlet(connection, outletId);
  connection.subscribed = true;
  const release = host.release();
  if (release !== undefined) connection.send(releaseOf(release));
  return { connectionId: connection.id, head: await host.readHead(outletId) };
}

const releaseOf = (release: string): OutgoingMessage => ({
  kind: 'invocation',
  target: 'Release',
  args: [{ release } satisfies ReleaseMessage],
});

/**
 * Passes a Sync on as a hint without a place in the change log: version and seq are 0; not when the server announced the
 * client's change of the bill itself (R35.69). The five fields may also come one by one.
 */
async function sync(host: MethodHost, connection: Connection, args: readonly unknown[]): Promise<undefined> {
  const fields =
    args.length === syncOrder.length ? Object.fromEntries(syncOrder.map((name, i) => [name, args[i]])) : args[0];
  const { billId, action, message, type, outlet } = checked(syncSchema, fields, 'Sync');
  requireOwnOutlet(connection, outlet);
  if ((type === 'Bill') !== (billId !== null)) throw new HubError('Sync: billId goes with the type Bill.');
  if (billId !== null && !(await host.isOwnBill(outlet, billId))) throw new HubError('Bill not found');
  // The server has told the others of this change itself.
  if (billId !== null && connection.takeAnnounced(billId)) return;
  host.relaySync(connection, {
    billId,
    action,
    message: plainText(message ?? '') || syncText(type, action),
    type,
    outlet,
    version: 0,
    seq: 0,
    origin: connection.id,
  });
}

async function notify(host: MethodHost, connection: Connection, args: readonly unknown[]): Promise<undefined> {
  const message = plainText(checked(notifySchema, args[0], 'Notify'));
  if (message === '') throw new HubError('Notify: the message is empty.');
  if (hasCardNumberIn('message', message)) throw new HubError(`Notify: the message ${cardNumberMessage}`);
  if (!host.mayNotify(connection.identity.userId)) throw new HubError('Too many messages. Please slow down.');
  host.relayNotify(connection, message);
}

function checked<T extends z.ZodType>(schema: T, value: unknown, method: string): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new HubError(`${[method, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'not valid'}`);
}

function requireOwnOutlet(connection: Connection, outletId: number): void {
  if (outletId !== connection.identity.outletId) throw new HubError('The connection belongs to another outlet.');
}

/** Returns the text without control characters except line breaks. */
function plainText(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ').trim();
}
