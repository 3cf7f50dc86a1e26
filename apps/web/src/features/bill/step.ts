/** The steps of the bill screen on a phone, where it shows one at a time. */
export type Step = 'slots' | 'items' | 'bill';
