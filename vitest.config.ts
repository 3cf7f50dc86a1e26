import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/scripts/longest-first.ts';
import { hangsAfterMs, patienceMs } from './tools/scripts/patience.mjs';
import { browserOptions } from './tools/scripts/programs.mjs';

const unit = ['src/**/*.test.ts'];
const browserTests = 'src/**/*.browser.test.{ts,tsx}';
/** Tests of tools that only read: they leave nothing behind. */
const readers = ['code-checks/**/*.test.ts', 'import-rules/**/*.test.ts'];

/** Tests that want the machine for themselves, in `bench`. */
const alone = ['memory.test.ts'];

/** For all tests. Those in the browser do not get it from this file by themselves: they extend the configuration of the app. */
const common = {
  testTimeout: hangsAfterMs,
  hookTimeout: hangsAfterMs,
  expect: { poll: { timeout: patienceMs } },
  // By itself it leaves a processor idle, which of two is half the machine.
  maxWorkers: '100%',
  setupFiles: [join(import.meta.dirname, 'tools/scripts/wait-longer.ts')],
};

export default defineConfig({
  test: {
    ...common,
    // The other processors have tests of their own: memory that several threads free at once costs an eighth more of their time.
    execArgv: ['--single-threaded-gc'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Where a file leaves nothing behind for the next one, a process runs many: it reads the modules once.
      { test: { name: 'domain', root: 'packages/domain', include: unit, isolate: false } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: unit,
          isolate: false,
          globalSetup: 'src/platform/store/testing/global-setup.ts',
        },
      },
      { test: { name: 'print-server', root: 'apps/print-server', include: unit, isolate: false } },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          include: [...unit, 'src/**/*.test.tsx'],
          exclude: [browserTests],
          isolate: false,
        },
      },
      { test: { name: 'checks', root: 'tools', include: readers, isolate: false } },
      {
        test: {
          name: 'tools',
          root: 'tools',
          include: ['**/*.test.ts'],
          exclude: readers,
          isolate: false,
          globalSetup: '../apps/server/src/platform/store/testing/global-setup.ts',
        },
      },
      { test: { name: 'bench', root: 'bench', include: ['**/*.test.ts'], exclude: alone } },
      // It measures the memory of programs, which take more when they wait for a processor: it begins when the others have ended.
      { test: { name: 'alone', root: 'bench', include: alone, sequence: { groupOrder: 1 } } },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...common,
          name: 'browser',
          root: 'apps/web',
          include: [browserTests],
          isolate: false,
          setupFiles: [...common.setupFiles, join(import.meta.dirname, 'apps/web/src/sync/testing/own-fetch.ts')],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
