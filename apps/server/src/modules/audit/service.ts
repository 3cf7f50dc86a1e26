/** Functions of the history for other modules. */
export { stateOf } from './find.ts';
export { recordNames, referredNames } from './names.ts';
