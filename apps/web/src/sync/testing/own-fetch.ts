/** After each test file: the page has its own `fetch` again. A page runs many files, and a fake server of one would answer the calls of the next. */
import { afterAll } from 'vitest';

const page = globalThis as { ownFetch?: typeof fetch };
page.ownFetch ??= globalThis.fetch;

afterAll(() => {
  globalThis.fetch = page.ownFetch as typeof fetch;
});
