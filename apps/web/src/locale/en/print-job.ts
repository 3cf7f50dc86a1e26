/** The words of print jobs and of cash put in or taken out, in English. */
export const enPrintJob = {};
