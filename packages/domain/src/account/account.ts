/** Kinds of accounts. Source: specification 9, requirements R20.3, decisions B4. */
export const accountTypes = ['Personal', 'Business'] as const;
export type AccountType = (typeof accountTypes)[number];

/** Headings of the ledger. */
export const financialAccountTypes = ['Income', 'Expense'] as const;
export type FinancialAccountType = (typeof financialAccountTypes)[number];
