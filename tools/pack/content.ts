/** The files of an archive: Node, the packages, the sources of the programs, and the built web app. Source: R31.28. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/folder.mjs';
import { libraryFolder, type ReleaseNote, releaseName } from '../scripts/release.ts';
import { closureOf } from './closure.ts';
import { domainFiles } from './domain.ts';
import { libraryFiles } from './libraries.ts';
import { filesOf, installedFor, nodeOf, nodePackage, packagePaths, readLock } from './modules.ts';
import type { Kind, PackPlatform } from './platforms.ts';
import type { Entry } from './tar.ts';

/** The folder of an archive, in which releases are side by side. */
const top = 'atoll';

const programs: Record<Kind, readonly string[]> = {
  server: [
    'apps/server/src/main.ts',
    'apps/print-server/src/main.ts',
    'tools/atoll.ts',
    'tools/backup.ts',
    'tools/decrypt-backup.ts',
    'tools/doctor.ts',
    'tools/health.ts',
    'tools/migrate.ts',
    'tools/restore.ts',
    'tools/setup.ts',
    'tools/trial.ts',
    'tools/update-data.ts',
    'tools/update.ts',
    'tools/verify.ts',
  ],
  print: ['apps/print-server/src/main.ts', 'tools/atoll.ts', 'tools/health.ts', 'tools/setup.ts', 'tools/update.ts'],
};

/** Files that programs read by a path of their own. */
const folders: Record<Kind, readonly string[]> = {
  server: ['apps/server/src/migrations', 'apps/print-server/src/page'],
  print: ['apps/print-server/src/page'],
};

const workspaces: Record<Kind, readonly string[]> = {
  server: ['apps/server', 'apps/print-server'],
  print: ['apps/print-server'],
};

const launchers = (node: string): Record<string, string> => ({
  atoll: `#!/bin/sh
# Runs the release that is in use; before setup the one that was unpacked.
here=$(dirname "$(readlink -f "$0")")
release=$here/current
[ -e "$release" ] || for one in "$here"/releases/*; do release=$one; done
# Node needs a library that a small Linux lacks.
[ -d "$release/${libraryFolder}" ] && export LD_LIBRARY_PATH="$release/${libraryFolder}${'${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}'}"
exec "$release/${node}" "$release/tools/atoll.ts" "$@"
`,
  'atoll.cmd': [
    '@echo off',
    'rem Runs the release that is in use; before setup the one that was unpacked.',
    'setlocal',
    'set "release=%~dp0current"',
    'if not exist "%release%" for /d %%d in ("%~dp0releases\\*") do set "release=%%d"',
    `"%release%\\${node.replaceAll('/', '\\')}" "%release%\\tools\\atoll.ts" %*`,
    '',
  ].join('\r\n'),
});

const below = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Returns which commit an archive is of, and when it was made. */
export function commitNow(): { commit: string; seconds: number } {
  const isChanged = git('status', '--porcelain') !== '';
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  return { commit: isChanged ? `${commit}, changed` : commit, seconds: Number(seconds) };
}

interface Wanted {
  readonly kind: Kind;
  readonly platform: PackPlatform;
  /** The folder of the built web app. */
  readonly web: string;
  readonly note: ReleaseNote;
}

type Files = Map<string, { content: () => Buffer; isProgram: boolean }>;

function addSources(files: Files, { kind, web, note }: Wanted): ReturnType<typeof closureOf> {
  const closure = closureOf(programs[kind]);
  const add = (path: string, file: string): void =>
    void files.set(path, { content: () => readFileSync(file), isProgram: false });
  for (const path of closure.files) add(path, join(root, path));
  for (const folder of folders[kind])
    for (const file of below(join(root, folder))) add(`${folder}/${file}`, join(root, folder, file));
  if (kind === 'server') for (const file of below(web)) add(`apps/web/dist/${file}`, join(web, file));
  add('LICENSE', join(root, 'LICENSE'));
  const text = (path: string, content: unknown): void =>
    void files.set(path, { content: () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`), isProgram: false });
  const manifest = { name: 'atoll', version: note.version, private: true, type: 'module', license: 'AGPL-3.0-only' };
  text('package.json', manifest);
  text(releaseName, note);
  return closure;
}

/** Returns the files of an archive, in the order of their paths. */
export function contentOf(wanted: Wanted): Entry[] {
  const { kind, platform, note } = wanted;
  const files: Files = new Map();
  const { packages } = addSources(files, wanted);
  for (const [path, content] of domainFiles())
    files.set(`node_modules/@atoll/domain/${path}`, { content: () => Buffer.from(content), isProgram: false });
  for (const [path, content] of libraryFiles(platform)) files.set(path, { content: () => content, isProgram: false });
  const lock = readLock();
  const all = [
    ...packages,
    ...workspaces[kind].flatMap((from) => Object.keys(lock[from]?.dependencies ?? {}).map((name) => ({ from, name }))),
    { from: '', name: nodePackage(platform) },
  ];
  const { folder, isTemporary } = installedFor(lock, platform);
  try {
    for (const path of packagePaths(lock, all, platform))
      for (const file of filesOf(folder, path, lock[path]))
        files.set(file, { content: () => readFileSync(join(folder, file)), isProgram: file === nodeOf(platform) });
    const release = [...files].map(([path, { content, isProgram }]) => ({
      path: `${top}/releases/${note.version}/${path}`,
      content: content(),
      isProgram,
    }));
    const own = Object.entries(launchers(nodeOf(platform)))
      .filter(([name]) => name.endsWith('.cmd') === platform.startsWith('win32'))
      .map(([name, text]) => ({ path: `${top}/${name}`, content: Buffer.from(text), isProgram: true }));
    return [...own, ...release].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  } finally {
    if (isTemporary) rmSync(folder, { recursive: true, force: true });
  }
}
