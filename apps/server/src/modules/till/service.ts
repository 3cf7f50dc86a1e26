/** What other modules may use of tills. */

export { heardMs } from './track.ts';
