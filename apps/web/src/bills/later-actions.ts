/** Actions of bills that come after the first screen: almost all of them need the server. */
import { fetchOnce } from '../locale/fetch-once.ts';
import type { CommandActions } from './command.ts';
import type { Core } from './core.ts';
import type { FloorActions } from './floor.ts';
import type { SaveActions } from './save.ts';
import { needsServer } from './server-call.ts';
import type { SyncActions } from './sync.ts';

/** Those that only call the server, or write to the outbox. */
type LaterActions = FloorActions & Omit<CommandActions, 'chooseTransfer'>;

const names = {
  hand: true,
  merge: true,
  join: true,
  split: true,
  divide: true,
  reduceItem: true,
  setPrice: true,
  sellOffHours: true,
  discountBill: true,
  removePromotion: true,
  voidItem: true,
  swapPart: true,
  voidBill: true,
  cancelCheckIn: true,
  keepOrder: true,
  orphanOrder: true,
  transfer: true,
} as const satisfies Record<keyof LaterActions, true>;

/** The parts; the start declares them, so that they are in memory when the server is away. */
export const fetchFloor = () => import('./floor.ts');
export const fetchCommands = () => import('./command.ts');

type Action = (...given: readonly unknown[]) => Promise<unknown>;

/** Returns the actions; the first one fetches them. Refused as without the server where they cannot be fetched. */
export function laterActions(core: Core, sync: SyncActions, saves: SaveActions): LaterActions {
  const fetch = fetchOnce(async (): Promise<LaterActions> => {
    const [{ floorActions }, { commandActions }] = await Promise.all([fetchFloor(), fetchCommands()]);
    return { ...floorActions(core, sync, saves), ...commandActions(core, sync, saves) };
  });
  const later = (name: keyof LaterActions): Action => {
    return async (...given) => {
      const actions = await fetch().catch(() => undefined);
      return actions ? (actions[name] as Action)(...given) : needsServer();
    };
  };
  const all = Object.keys(names).map((name) => [name, later(name as keyof LaterActions)]);
  return Object.fromEntries(all) as unknown as LaterActions;
}
