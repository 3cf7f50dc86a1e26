/** The order of the test files. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that wait most of their time. They start first, the others use the processors in the meantime, and none is left
 * alone at the end.
 */
export const longest: readonly string[] = [
  'apps/server/src/platform/store/postgres/silent.test.ts',
  'bench/bench.test.ts',
  'bench/collection.test.ts',
  'apps/web/src/outbox/trials.test.ts',
  'tools/fault-proxy/payments.test.ts',
  'tools/fault-proxy/outage.test.ts',
  'apps/server/src/serve.test.ts',
  'apps/server/src/platform/http/unavailable.test.ts',
  'tools/simulator/simulate.test.ts',
  'tools/pack/pack.test.ts',
  'tools/update/update.test.ts',
  'tools/verify/columns.test.ts',
  'apps/web/src/printing/moved-slip-reload.test.ts',
  'apps/server/src/seed/killed-start.test.ts',
  'apps/print-server/src/crash.test.ts',
  'apps/web/src/sync/first-minute.browser.test.ts',
  'apps/web/src/sync/hub-attempts.browser.test.ts',
  'apps/web/src/printing/resumed-tickets.browser.test.ts',
  'apps/web/src/resource/resource-screens.browser.test.tsx',
  'apps/web/src/form/form-dialog.browser.test.tsx',
];

/** Puts the longest files at the front, in their order; returns the others in their order. */
export function longestFirst<File extends { readonly moduleId: string }>(files: readonly File[]): File[] {
  const place = ({ moduleId }: File): number => {
    const at = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
    return at < 0 ? longest.length : at;
  };
  return files.toSorted((a, b) => place(a) - place(b));
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}
