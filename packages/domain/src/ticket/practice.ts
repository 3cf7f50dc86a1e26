/** The name of the printer in the settings of a practice outlet: a till prints on its printer that is marked for practice, or shows the paper. Source: R31.48. */
export const practicePrinter = 'PRACTICE';
