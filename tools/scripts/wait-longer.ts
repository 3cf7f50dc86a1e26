/** Before each test file: `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll`. By themselves they give up after 1 s, and no option changes that. */
import { vi } from 'vitest';
import { patienceMs } from './patience.mjs';

type Options = number | { readonly timeout?: number; readonly interval?: number } | undefined;

const patient = (options: Options) => (typeof options === 'number' ? options : { timeout: patienceMs, ...options });

const { waitFor, waitUntil } = vi;
// A process runs many files, and they share `vi`.
if (!('isPatient' in vi))
  Object.assign(vi, {
    isPatient: true,
    waitFor: <T>(run: () => T | Promise<T>, options?: Options) => waitFor(run, patient(options)),
    waitUntil: <T>(run: () => T | Promise<T>, options?: Options) => waitUntil(run, patient(options)),
  });
