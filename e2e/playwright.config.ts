import { defineConfig } from '@playwright/test';
import { findBrowser } from '../tools/house/programs.mjs';

const executablePath = findBrowser();
const isRoot = process.getuid?.() === 0;

// Each journey starts its own server, print server and printers on free ports, so two may run side by side.
export default defineConfig({
  testDir: 'journeys',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  outputDir: '../test-results',
  use: {
    locale: 'en-GB',
    timezoneId: 'Indian/Maldives',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
