import { joinWords } from '../join-words.ts';
import { enFirst } from './first.ts';
import { enMore } from './more.ts';

/** Every word of the app in English. Another language has the same shape. */
export const en = joinWords(enFirst, enMore);

export type Catalogue = typeof en;
