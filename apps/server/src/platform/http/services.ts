/** What every module is given. Modules export `register{Noun}(app, services)` and take from it what they need. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Store } from '../store/store.ts';

/** Epoch milliseconds; tests pass their own. */
export type Clock = () => number;

export interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
}
