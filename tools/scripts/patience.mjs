/**
 * How long tests wait for what is awaited, in ms: it comes at once on a quiet machine, and later beside many other tests. A time that the product keeps
 * is an expectation of its test.
 */
export const patienceMs = 15_000;

/** Against tests that hang, in ms. */
export const hangsAfterMs = 180_000;
