import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/scripts/longest-first.ts';
import { browserOptions } from './tools/scripts/programs.mjs';

const unit = [
  'packages/domain/src/**/*.test.ts',
  'apps/{server,print-server,web}/src/**/*.test.{ts,tsx}',
  'tools/**/*.test.ts',
  'bench/**/*.test.ts',
];
const browserTests = '**/*.browser.test.{ts,tsx}';

export default defineConfig({
  test: {
    // Against tests that hang; a time that the product keeps is an expectation of its test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is awaited comes at once on a quiet machine; many tests at once make it later.
    expect: { poll: { timeout: 15_000 } },
    // By itself it leaves a processor idle, which of two is half the machine.
    maxWorkers: '100%',
    // The other processors have tests of their own: memory that several threads free at once costs an eighth more of their time.
    execArgv: ['--single-threaded-gc'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // The files leave nothing behind for the next one, and one project has them all: each process runs many of any part, and reads the modules once.
      {
        test: {
          name: 'unit',
          include: unit,
          exclude: [...configDefaults.exclude, browserTests],
          isolate: false,
          globalSetup: 'apps/server/src/platform/store/testing/global-setup.ts',
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'browser',
          root: 'apps/web',
          include: [`src/${browserTests}`],
          isolate: false,
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
