/** Why a copy could not be made, or a target takes none. Source: R31.36. */
import type { Sentence } from '../refusal/sentence.ts';

export const offsiteProblems = [
  'path',
  'inside',
  'missing',
  'denied',
  'slow',
  'full',
  'changed',
  'space',
  'store',
  'foreignKey',
  'damaged',
  'failed',
] as const;
export type OffsiteProblem = (typeof offsiteProblems)[number];

/** English words of each, for refusals and messages. */
export const offsiteProblemText = {
  path: 'Type the whole path of a folder of the server',
  inside: 'Choose a folder outside the data folder of the server',
  missing: 'The target is not there. Connect the disk or the share',
  denied: 'The server may not write there. Change the rights of the folder',
  slow: 'The target does not answer',
  full: 'The target is full',
  changed: 'The target gave back something else than it got',
  space: 'The disk of the server has too little space for a copy',
  store: 'The store could not be copied. Make a backup to see why',
  foreignKey: 'This copy is from before a restore. Make a new copy, then test again',
  damaged: 'The copy is damaged. Make a new one',
  failed: 'It did not work. The log of the server says why',
} as const satisfies Readonly<Record<OffsiteProblem, Sentence>>;
