/** The name of the printer in the settings of a practice outlet: a till prints on its printer that is marked for practice, or shows the paper. Source: R31.48. */
export const practicePrinter = 'PRACTICE';

/** What stands at top and bottom of a paper of practice that nobody cooks from. Source: R31.47. */
export const practiceNoReceipt = 'PRACTICE - NOT A RECEIPT';
