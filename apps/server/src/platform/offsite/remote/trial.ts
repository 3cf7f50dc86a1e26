/** What all targets on other machines have in common. Source: R31.36. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markName, markText } from '../mark.ts';
import { OffsiteError } from '../offsite-error.ts';
import type { Target } from '../target.ts';

/** What a target does with files. */
export type Files = Pick<Target, 'list' | 'put' | 'get' | 'remove'>;

/** Writes, reads and removes a test file, and leaves the file that marks the target. */
export async function tryTarget(target: Files): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-target-'));
  const name = `atoll-test-${randomBytes(6).toString('hex')}`;
  const [sent, got, mark] = [join(folder, 'sent'), join(folder, 'got'), join(folder, 'mark')];
  const content = randomBytes(4096);
  try {
    writeFileSync(sent, content);
    const names = new Set((await target.list()).map((file) => file.name));
    await target.put(name, sent);
    try {
      await target.get(name, got);
      if (!readFileSync(got).equals(content)) throw new OffsiteError('changed');
    } finally {
      await target.remove(name);
    }
    if (names.has(markName)) return;
    writeFileSync(mark, markText);
    await target.put(markName, mark);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws unless the target has as many bytes of a file as were sent. */
export function checkSize(name: string, path: string, bytes: number | undefined): void {
  const sent = statSync(path).size;
  if (bytes !== sent) throw new OffsiteError('changed', `${name} has ${bytes} bytes at the target instead of ${sent}`);
}
