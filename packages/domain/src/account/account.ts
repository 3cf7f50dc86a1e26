/** Kinds of accounts. Source: R20.3, docs/rules.md#house-accounts, docs/rules.md#ledger-accounts. */
export const accountTypes = ['Personal', 'Business'] as const;
export type AccountType = (typeof accountTypes)[number];

/** Headings of the ledger. */
export const financialAccountTypes = ['Income', 'Expense'] as const;
export type FinancialAccountType = (typeof financialAccountTypes)[number];

/** A house account owes for what it bought; a financial account is a heading of the ledger. */
export const accountKinds = ['House', 'Financial'] as const;

export const accountStatuses = ['Active', 'OnHold', 'Closed'] as const;

/** Entries of a house account. Charge and OpeningBalance increase what is owed. */
export const accountEntryTypes = ['Charge', 'Payment', 'Refund', 'Adjustment', 'OpeningBalance', 'WriteOff'] as const;
export type AccountEntryType = (typeof accountEntryTypes)[number];
