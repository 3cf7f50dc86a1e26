/** Programs that tests start, each in a few files: most of what a start costs is the reading of a thousand modules, and `npm test` starts two hundred. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './folder.mjs';

const bundled = [
  'apps/server/src/main.ts',
  'apps/server/src/hub/testing/hub-process.ts',
  'apps/server/src/modules/bill/testing/paying-child.ts',
  'apps/server/src/modules/stock/testing/moving-child.ts',
  'apps/server/src/seed/testing/filling-child.ts',
  'apps/print-server/src/main.ts',
  'bench/main.ts',
  'bench/bare/empty.ts',
  'bench/bare/main.ts',
  'bench/chain/main.ts',
  'bench/chain/worker.ts',
  'bench/load/main.ts',
  'tools/backup.ts',
  'tools/doctor.ts',
  'tools/restore.ts',
  'tools/trial.ts',
  'tools/update-data.ts',
  'tools/verify.ts',
];

/** Packages with machine code, with files of their own, and those that no test uses. */
const left = [/\.node$/, /^@(node-rs|napi-rs|opentelemetry)\//, /^(sharp|ssh2|swagger-ui-dist)/];

/** Keeps the place of each module, by which it finds its migrations, fonts and threads. */
const ownPlace: Plugin = {
  name: 'own-place',
  transform: {
    filter: { id: { include: /\.(ts|mjs)$/, exclude: /node_modules/ }, code: /import\.meta/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/** Writes the programs into a folder, with the packages that they load as they are beside them. */
export async function bundlePrograms(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(bundled.map((path) => [path.replace(/\.ts$/, ''), path])),
    platform: 'node',
    external: left,
    plugins: [ownPlace],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

// `npm test` does this before all tests.
const [folder] = process.argv.slice(2);
if (import.meta.main && folder) await bundlePrograms(folder);
