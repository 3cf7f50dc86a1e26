/** What each drill is given. */
import type { Environment } from './environment.ts';
import type { DrillRow } from './row.ts';

export interface DrillContext {
  readonly name: string;
  readonly environment: Environment;
  /** A folder of the whole run, for what drills share. */
  readonly keepIn: string;
  /** Fewer and shorter faults, for `npm test`. */
  readonly isShort: boolean;
}

export type PlayDrill = (context: DrillContext) => Promise<DrillRow>;
