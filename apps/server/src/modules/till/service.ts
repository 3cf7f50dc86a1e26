/** Functions of tills for other modules. */

export { trackIntervalMs } from './track.ts';
export type { TillWatch } from './watch.ts';
