/** Runs doctor beside the server, with the settings of the server. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const doctor = join(import.meta.dirname, '../../../tools/doctor.ts');
const endsWithinMs = 60_000;

/** Returns what doctor found, as JSON. It ends with 1 or 2 when something is bad or to watch. */
export function runDoctor(): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [doctor, '--json'], { timeout: endsWithinMs }, (error, out) =>
      out.trim() === '' ? reject(error ?? new Error('doctor wrote nothing')) : resolve(out),
    );
  });
}
