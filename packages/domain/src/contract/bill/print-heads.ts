/** The headings of bills on paper, in each print language. A slip has none of them. Source: R36.18, docs/rules.md#handed-bills. */
export const printHeads = {
  english: {
    Bill: 'Bill',
    Receipt: 'Receipt',
    'Deposit receipt': 'Deposit receipt',
    'Tax Invoice': 'Tax Invoice',
    'Provisional receipt': 'Provisional receipt',
    Refund: 'Refund',
    'Void bill': 'Void bill',
  },
  dhivehi: {
    Bill: 'ބިލް',
    Receipt: 'ރަސީދު',
    'Deposit receipt': 'ޑިޕޮޒިޓް ރަސީދު',
    'Tax Invoice': 'ޓެކްސް އިންވޮއިސް',
    'Provisional receipt': 'ވަގުތީ ރަސީދު',
    Refund: 'ރިފަންޑް',
    'Void bill': 'ބާޠިލް ބިލް',
  },
} as const;

/** What a slip with several figures says at its end, in both print languages: whoever gets it may read either. */
export const notReceipt = 'NOT A RECEIPT - ރަސީދެއް ނޫން';

/** Returns the letters of a text as they are compared. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '');

const heads: ReadonlySet<string> = new Set(
  Object.values(printHeads).flatMap((words) => Object.values(words).map(lettersOf)),
);

/** Returns whether a text reads as the heading of a bill, with a number too: 'RECEIPT 12'. */
export const isBillHead = (text: string): boolean => heads.has(lettersOf(text));
