import { defineConfig } from '@playwright/test';
import { patienceMs } from '../tools/scripts/patience.mjs';
import { browserOptions } from '../tools/scripts/programs.mjs';

/** Journeys with time limits in milliseconds. */
const measured = /two-tills\.spec\.ts$/;

/** Journeys that take longest; they start first, so that none is left alone at the end. */
const long = /(copies|large-outlet|people|routes|stolen-till|taps|whole-sentence)\.spec\.ts$/;

// Each journey starts its own server, print server and printers on free ports, so several may run side by side.
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/seeded.ts',
  timeout: 120_000,
  expect: { timeout: patienceMs },
  // Measured journeys run on an otherwise idle machine; the others share it.
  workers: 1,
  projects: [
    { name: 'measured', testMatch: measured, use: { serviceWorkers: 'allow' } },
    { name: 'journeys', testMatch: long },
    { name: 'journeys', testIgnore: [measured, long] },
  ],
  // The journeys of a file share a product and run in order.
  fullyParallel: false,
  outputDir: '../test-results',
  use: {
    // A long journey that waits for something missing says so after a minute, not at its end.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Indian/Maldives',
    viewport: { width: 1280, height: 800 },
    // A trace of every step costs a third of the time; `--trace on` makes one.
    trace: 'off',
    // Each visitor would fill its cache again, a third of a journey's time; the journeys that go offline allow it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browserOptions(),
  },
});
