/** An installation with a release in use, and archives of further ones with a simulated trial. */
import { createHash, type KeyObject, randomUUID, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { placeIn } from '../../../apps/server/src/platform/store/testing/engine.ts';
import { nodeOf } from '../../pack/modules.ts';
import { type PackPlatform, thisPlatform } from '../../pack/platforms.ts';
import { publicText } from '../../pack/sums.ts';
import { type Entry, tarOf } from '../../pack/tar.ts';
import { programFile } from '../../scripts/program-file.ts';
import type { ReleaseNote } from '../../scripts/release.ts';
import type { Update } from '../run.ts';
import type { Service } from '../service.ts';

export interface Installed {
  readonly base: string;
  readonly dataDir: string;
  readonly said: string[];
  /** Returns an update; what is given replaces its parts. */
  update(more?: Partial<Update>): Update;
  /** Returns the version that the link leads to. */
  inUse(): string;
  /** Makes an archive whose trial runs a text, and returns what a person gives. */
  archive(release: Partial<ReleaseNote>, trial: string, more?: readonly Entry[]): { archive: string; sha256: string };
  remove(): void;
}

const fileOf = (path: string, content: string, isProgram = false): Entry => ({
  path: `atoll/${path}`,
  content: Buffer.from(content),
  isProgram,
});

/** A service that always answers, and stands still in between. */
export function simulatedService(): Service & { runs: boolean } {
  const service = {
    runs: true,
    stop: async () => void (service.runs = false),
    start: async () => void (service.runs = true),
    isReady: async () => service.runs,
  };
  return service;
}

/** Makes an installation with a store that has its tables, unless `fill` puts another one into the data folder. */
export function installed(
  version: string,
  key: KeyObject | null = null,
  fill: (dataDir: string) => void = placeIn,
): Installed {
  const base = mkdtempSync(join(tmpdir(), 'atoll-installed-'));
  const dataDir = join(base, 'data');
  mkdirSync(join(base, 'releases', version), { recursive: true });
  symlinkSync(join('releases', version), join(base, 'current'));
  mkdirSync(dataDir);
  fill(dataDir);
  const said: string[] = [];
  const publicKey = key && publicText(key);
  const note: ReleaseNote = { version, kind: 'server', platform: thisPlatform, commit: '', key: publicKey };
  return {
    base,
    dataDir,
    said,
    update: (more = {}) => ({
      base,
      current: note,
      node: process.execPath,
      dataTool: programFile('tools/update-data.ts'),
      dataDir,
      service: simulatedService(),
      waitMs: 30_000,
      say: (line) => void said.push(line),
      ...more,
    }),
    inUse: () => basename(readlinkSync(join(base, 'current'))),
    archive: (release, trial, more = []) => {
      const given = { ...note, ...release };
      const folder = `releases/${given.version}`;
      const entries = [
        fileOf('atoll', '#!/bin/sh\n', true),
        fileOf(`${folder}/release.json`, JSON.stringify(given)),
        // Node has a fifth of a gigabyte: the one that runs the test is used.
        fileOf(
          `${folder}/${nodeOf(thisPlatform as PackPlatform)}`,
          `#!/bin/sh\nexec '${process.execPath}' "$@"\n`,
          true,
        ),
        fileOf(`${folder}/package.json`, '{"type":"module"}'),
        fileOf(`${folder}/tools/trial.ts`, trial),
        ...more,
      ];
      const out = join(base, randomUUID());
      mkdirSync(out);
      const archive = join(out, `atoll-server-${given.version}.tar.gz`);
      writeFileSync(archive, gzipSync(Buffer.concat([...tarOf(entries, 0)]), { level: 1 }));
      const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
      if (key) {
        const sums = `${sha256}  ${basename(archive)}\n`;
        writeFileSync(join(out, 'SHA256SUMS'), sums);
        writeFileSync(join(out, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key).toString('base64'));
      }
      return { archive, sha256 };
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
