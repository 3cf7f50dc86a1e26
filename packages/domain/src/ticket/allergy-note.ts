/** Returns whether a note of an item is about an allergy: the kitchen sees it in white on black. Source: R35.76. */
export const isAllergyNote = (note: string): boolean => /allerg|އެލަރޖީ/i.test(note);
