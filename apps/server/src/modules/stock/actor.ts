/** Who moves stock, as the services need to know. */
import type { Actor } from '../../platform/http/actor.ts';

export type StockActor = Pick<Actor, 'userId' | 'name' | 'outletId' | 'permissions' | 'deviceId'>;
