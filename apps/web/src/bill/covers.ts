/** The most guests that a bill can have. */
export const maxCovers = 99;
