/** A ticket before it has a width: the neutral list of blocks that every printer's paper is made from. */
import type { PaperWords } from './words.ts';

export type Align = 'left' | 'center' | 'right';

export interface Emphasis {
  /** Twice as wide and high: half as many columns. */
  readonly double?: boolean;
  readonly bold?: boolean;
  /** White on black. */
  readonly inverse?: boolean;
}

export type Block =
  | (Emphasis & { readonly kind: 'text'; readonly text: string; readonly align?: Align; readonly indent?: string })
  | (Emphasis & { readonly kind: 'pair'; readonly left: string; readonly right: string })
  | { readonly kind: 'rule'; readonly mark: '-' | '=' }
  | { readonly kind: 'columns' }
  | {
      readonly kind: 'item';
      readonly qty: string;
      readonly name: string;
      readonly price: string;
      readonly amount: string;
      /** On narrow paper the price of one has a line of its own, and only when this says so. */
      readonly showPrice: boolean;
    }
  | { readonly kind: 'qr'; readonly data: string }
  | { readonly kind: 'logo'; readonly image: string };

/** What is to be printed: blocks, and what the file of it is called. */
export interface TicketDocument {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly words: PaperWords;
}
