/**
 * `atoll update ARCHIVE [--sha256 HASH]`: replaces the release of this machine by a newer one, or leaves the old one running. Ends with 0, with 1 (refused
 * or gone back) or with 2 (without the rights). Source: R31.31 to R31.33.
 */
import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode, root, say, stop } from './scripts/folder.mjs';
import { installation, readRelease } from './scripts/release.ts';
import { placeOf } from './update/place.ts';
import { runUpdate } from './update/run.ts';
import { isReadyAt, serviceHere } from './update/service.ts';

process.umask(0o022);
const base = installation();
const current = readRelease(root);
if (base === undefined || current === undefined)
  stop("Only a release from an archive is updated so. With sources: docs/operations.md, 'Upgrading'.");
try {
  accessSync(join(base, 'releases'), constants.W_OK);
} catch {
  say(`You may not change ${base}. Run the same command as administrator (sudo).`);
  process.exit(2);
}
try {
  const { values, positionals } = parseArgs({ options: { sha256: { type: 'string' } }, allowPositionals: true });
  const [archive] = positionals;
  if (archive === undefined || positionals.length > 1) stop('Name the archive: atoll update ARCHIVE [--sha256 HASH]');
  const { url, dataDir, hasDatabase } = placeOf(current.kind);
  if (hasDatabase) stop("The data is in a database. Replace the servers one by one: docs/operations.md, 'Upgrading'.");
  const seconds = Number(process.env['UPDATE_WAIT_SECONDS'] ?? 60);
  if (!(seconds > 0)) stop('UPDATE_WAIT_SECONDS: a number of seconds');
  const service = await serviceHere(current.kind === 'print' ? 'print-server' : 'server', url);
  if (service === null && (await isReadyAt(url)))
    stop('A server runs here that is no service of setup. End it first, and start it again after the update.');
  const node = requireNode();
  await runUpdate(
    {
      base,
      current,
      node,
      dataTool: join(import.meta.dirname, 'update-data.ts'),
      dataDir,
      service,
      waitMs: seconds * 1000,
      say,
    },
    { archive: resolve(archive), sha256: values.sha256 },
  );
  if (service === null) say('No service of setup runs here: start the server again by your own means.');
} catch (error) {
  stop(`${error instanceof Error ? error.message : String(error)}.`);
}
