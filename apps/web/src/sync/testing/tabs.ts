/** Real browser tabs with the data layer, connected to a server of the test's choice. Runs in Node. */

import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build, type Plugin, type PreviewServer, preview } from 'vite';
import { freePort } from '../../../../../tools/scripts/free-port.ts';
import { browserOptions } from '../../../../../tools/scripts/programs.mjs';

const page = '<!doctype html><title>Trial</title><script type="module" src="/trial-page.js"></script>';

export type ApiHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Tabs {
  readonly origin: string;
  /** Creates a device; its tabs share its storage. */
  device(): Promise<BrowserContext>;
  /** Opens a tab of the device, loaded and ready. */
  tab(device: BrowserContext): Promise<Page>;
  reload(tab: Page): Promise<void>;
  close(): Promise<void>;
}

const ready = (tab: Page): Promise<unknown> => tab.waitForFunction(() => 'trial' in globalThis);

/** Opens a browser for tabs. `api` answers calls under /api, or is the origin of a server that does. */
export async function openTabs(api: ApiHandler | string): Promise<Tabs> {
  const root = join(import.meta.dirname, '../../..');
  const outDir = await mkdtemp(join(tmpdir(), 'atoll-trial-'));
  const common = { root, configFile: false, logLevel: 'silent' } as const;
  await build({
    ...common,
    publicDir: false,
    build: {
      outDir,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'trial-page.ts'),
        preserveEntrySignatures: false,
        output: { entryFileNames: 'trial-page.js', codeSplitting: false },
      },
    },
  });
  const plugin: Plugin = {
    name: 'trial',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url === '/trial') {
          response.setHeader('content-type', 'text/html');
          response.end(page);
        } else if (typeof api !== 'string' && request.url?.startsWith('/api/')) api(request, response);
        else next();
      });
    },
  };
  const server: PreviewServer = await preview({
    ...common,
    plugins: [plugin],
    build: { outDir },
    preview: {
      port: await freePort(),
      strictPort: true,
      host: '127.0.0.1',
      proxy:
        typeof api === 'string'
          ? { '/api': { target: api, ws: true, changeOrigin: true, headers: { origin: api } } }
          : {},
    },
  });
  const origin = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
  const browser: Browser = await chromium.launch(browserOptions());
  return {
    origin,
    device: () => browser.newContext(),
    async tab(device) {
      const tab = await device.newPage();
      await tab.goto(`${origin}/trial`);
      await ready(tab);
      return tab;
    },
    async reload(tab) {
      await tab.goto(`${origin}/trial`);
      await ready(tab);
    },
    async close() {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
