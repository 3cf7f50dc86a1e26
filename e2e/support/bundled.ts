/** The servers in few files: most of what a start costs is the reading of a thousand modules, and journeys start a hundred servers. */
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './process.ts';

/** Packages with machine code, with files of their own, and those that no journey uses. */
const left = [/\.node$/, /^@(node-rs|napi-rs|opentelemetry)\//, /^(sharp|swagger-ui-dist)/];

/** Keeps the place of each module, by which it finds its migrations, fonts and threads. */
const ownPlace: Plugin = {
  name: 'own-place',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/** Writes the server and the print server into a folder, with the packages that they load as they are beside it. */
export async function bundleServers(folder: string): Promise<void> {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const bundle = await rolldown({
    cwd: root,
    input: { server: 'apps/server/src/main.ts', 'print-server': 'apps/print-server/src/main.ts' },
    platform: 'node',
    external: left,
    plugins: [ownPlace],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: join(folder, 'servers'),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}
