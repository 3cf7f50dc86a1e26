/** The functions of the change log for other modules. */

export { pruneHourly } from './prune.ts';
