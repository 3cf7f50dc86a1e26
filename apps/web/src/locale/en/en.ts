import { enFirst } from './first.ts';
import { enMore } from './more.ts';

/** Every word of the app in English. Another language has the same shape. */
export const en = { ...enFirst, ...enMore, delivery: { ...enFirst.delivery, ...enMore.delivery } };

export type Catalogue = typeof en;
