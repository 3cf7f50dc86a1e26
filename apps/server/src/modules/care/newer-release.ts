/** Which update waits in the folder of the server where people put one. Source: R31.42, docs/rules.md#care. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Archives of servers, as `npm run pack` names them. */
const archive = /^atoll-server-(\d{1,6})\.(\d{1,6})\.(\d{1,6})-.*\.tar\.gz$/;

type Parts = readonly number[];

const compare = (a: Parts, b: Parts): number =>
  a.map((part, place) => part - (b[place] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Returns the newest release of the archives in `updates` of the data folder, if it is newer than the server's own. */
export function newerRelease(dataDir: string, own: string): string | null {
  let names: string[] = [];
  try {
    names = readdirSync(join(dataDir, 'updates'));
  } catch {
    // Without the folder nothing waits.
  }
  const [newest] = names
    .flatMap((name) => {
      const [, ...parts] = archive.exec(name) ?? [];
      return parts.length > 0 ? [parts.map(Number)] : [];
    })
    .sort((a, b) => compare(b, a));
  return newest && compare(newest, own.split('.').map(Number)) > 0 ? newest.join('.') : null;
}
