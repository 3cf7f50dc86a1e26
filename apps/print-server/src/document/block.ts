/** A printed document before it has a width: a list of blocks that every kind of printer renders. */
import type { DocumentWords } from './words.ts';

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
      /** A part of a set menu, below its line. */
      readonly isPart?: boolean;
      /** A line below the name: quantity and price of an item by weight. */
      readonly detail?: string;
      readonly price: string;
      readonly amount: string;
      /** True when narrow paper shows the unit price, on a separate line. */
      readonly showPrice: boolean;
    }
  | { readonly kind: 'qr'; readonly data: string }
  /** `ratio`: height by width of a picture that fills the paper; a logo has none and a fixed height. */
  | { readonly kind: 'logo'; readonly image: string; readonly ratio?: number };

/** A document to print: its blocks and the title of its file. */
export interface TicketDocument {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly words: DocumentWords;
}
