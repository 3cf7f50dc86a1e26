/** The person who moves stock, as the services need it. */
import type { Actor } from '../../platform/http/actor.ts';

export type StockActor = Pick<Actor, 'userId' | 'name' | 'outletId' | 'permissions' | 'deviceId'>;
