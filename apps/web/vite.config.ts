import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkNames, isLoadedBefore } from './bundle/chunks.ts';
import { leanContract } from './bundle/contract-table.ts';
import { noCycles } from './bundle/no-cycles.ts';
import { partsInOne } from './bundle/parts-in-one.ts';
import { keepTheme, preloadStart } from './bundle/preload-start.ts';
import { pureDomain } from './bundle/pure-domain.ts';
import { guide } from './guide/plugin.ts';
import { breakpointsPlugin } from './src/styles/breakpoints.ts';

const server = process.env['ATOLL_SERVER'] ?? 'http://localhost:8080';

/** Writes each script and style sheet compressed beside it, so that the server only sends files. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir, 'assets');
    },
    closeBundle: () => {
      // A build that failed has already printed the reason.
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder).filter((each) => /\.(js|css|svg)$/.test(each))) {
        const bytes = readFileSync(join(folder, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * What the bill screen loads first is not compiled for React: compiled components are twice as large, and those that are rendered often keep what
 * they need themselves (`memo`, `useMemo`, `useCallback`). Source: R34.5.
 */
const plainFiles = [
  /node_modules/,
  /\/web\/src\/(app|approval|bill|cash|clock|delivery|record|ui\/(choice|display|hook|overlay)|unsent)\/(?!.*(dialog|form|kit|menu|popup))/,
  /\/web\/src\/features\/(bill|not-found|notification|search|shift)\/(?!.*(close|dialog|drawer|popover|report))/,
];

export default defineConfig({
  css: { postcss: { plugins: [breakpointsPlugin] } },
  plugins: [
    react({ compiler: true, exclude: plainFiles }),
    leanContract(),
    partsInOne(resolve(import.meta.dirname, 'src')),
    pureDomain(),
    guide(),
    VitePWA({
      // 'prompt': a till never reloads in the middle of a bill.
      registerType: 'prompt',
      // `app/service-worker.ts` registers it.
      injectRegister: false,
      manifest: {
        name: 'Atoll',
        short_name: 'Atoll',
        description: 'Point of sale and back office',
        display: 'standalone',
        start_url: '/',
        background_color: '#f6f4f0',
        theme_color: '#fffefb',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        globPatterns: [
          '**/*.{js,css,html,svg}',
          'assets/inter-latin-wght*.woff2',
          'assets/noto-sans-thaana-*.woff2',
          'help/**/*.webp',
        ],
        // Lets /check refuse the network (R31.16).
        importScripts: ['offline-test.js'],
        // From the first visit on, so that pictures seen then are there without the server too.
        clientsClaim: true,
        runtimeCaching: [
          {
            urlPattern: ({ url }) => url.pathname.startsWith('/files/'),
            handler: 'CacheFirst',
            options: {
              cacheName: 'pictures',
              expiration: { maxEntries: 2000, purgeOnQuotaError: true },
              cacheableResponse: { statuses: [200] },
            },
          },
        ],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [
          /^\/s\//,
          /^\/api\//,
          /^\/health/,
          /^\/ready/,
          /^\/metrics/,
          /^\/files\//,
          /^\/site\//,
        ],
      },
    }),
    preloadStart(),
    keepTheme(resolve(import.meta.dirname, 'public')),
    noCycles(),
    compressed(),
  ],
  build: {
    target: 'es2023',
    // Browsers preload modules by themselves; one that does not loads them a moment later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostId }) => files.filter((name) => !isLoadedBefore(name, hostId)),
    },
    assetsInlineLimit: 2048,
    // In kB: that of the chart library, which is loaded with the first chart.
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      // The compiler's share of the build is known; the rest of the build prints only problems.
      checks: { pluginTimings: false },
      output: {
        // The parts that change with the kit's version and not with the product's stay cached over a release.
        codeSplitting: {
          groups: [
            // What runs before storage was looked for must not bring anything that needs storage, except what opens the database after that.
            {
              name: 'first',
              test: /preload-helper|[\\/]locale[\\/](en[\\/]parts|languages)\.ts|[\\/]web[\\/]src[\\/]storage[\\/]idb(-closing)?\.ts/,
              priority: 12,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 11 },
            {
              name: 'kit',
              test: /node_modules[\\/](@tanstack[\\/](?!(react-)?(query|virtual))|zustand|i18next)/,
              priority: 2,
            },
            // What draws the charts is fetched beside what computes them.
            { name: 'drawing', test: /node_modules[\\/]zrender[\\/]/, priority: 3 },
            // Reads and their checks: one file of six packages.
            {
              name: 'query',
              test: /node_modules[\\/](zod|@tanstack[\\/](react-)?query)|contract[\\/]platform[\\/](shape|endpoint)\.ts$/,
              priority: 0,
              includeDependenciesRecursively: false,
            },
            { name: chunkNames(), priority: 1, includeDependenciesRecursively: false },
            // What several of the other screens share is one file, not a hundred.
            {
              name: 'shared',
              test: /[\\/](web|domain)[\\/]src[\\/](?!locale[\\/]dv)/,
              minShareCount: 4,
              priority: 0,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // Named, so that no test run is interrupted by one that is found late.
  optimizeDeps: {
    include: [
      'react',
      'react/compiler-runtime',
      'react/jsx-dev-runtime',
      'react-dom/client',
      '@mantine/core',
      '@mantine/hooks',
      '@microsoft/signalr',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      'echarts/charts',
      'echarts/components',
      'echarts/core',
      'echarts/features',
      'echarts/renderers',
      'i18next',
      'react-toastify/unstyled',
      'uuid',
      'zod/mini',
      'zustand',
      'zustand/middleware',
    ],
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
