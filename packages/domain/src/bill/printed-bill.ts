/** What the server keeps of a bill that was printed for the guest. Money in laari. Source: R36.8, docs/rules.md#printed-total. */

/** Who reduced a printed bill last. */
export interface Lowered {
  readonly by: number | null;
  /** Null when the person may do it alone, or when nobody approved it. */
  readonly approvalKey: string | null;
  /** True once a till that did not know of the print reduced the bill without an approval. */
  readonly isUnapproved: boolean;
}

export interface PrintedBill {
  /** The greatest total that was printed. */
  readonly total: number;
  /** The least total that needs no approval: the one printed last, or one that was allowed since. */
  readonly allowed: number;
  /** The version of the bill with its last print: a till that knows this version knows of it. */
  readonly version: number;
  readonly lowered?: Lowered | undefined;
}
