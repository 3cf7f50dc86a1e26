/** What every module receives. Modules export `register{Noun}(app, services)` and use what they need. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Store } from '../store/store.ts';

/** Returns epoch milliseconds; tests pass their own. */
export type Clock = () => number;

export interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
}
