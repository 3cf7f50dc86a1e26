/** The web app that the server serves, so that tills notice another one. Source: R31.34. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';

/** Returns the version with a hash of the worker, which names every file of the app. */
export function appRelease({ webDir }: Pick<Config, 'webDir'>): string {
  try {
    const worker = readFileSync(join(webDir, 'sw.js'));
    return `${version}-${createHash('sha256').update(worker).digest('hex').slice(0, 8)}`;
  } catch {
    // The app was not built, or another server has it.
    return version;
  }
}
