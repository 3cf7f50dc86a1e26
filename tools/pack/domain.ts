/** The domain as JavaScript: Node reads types only outside `node_modules`, and an archive has no links. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile, requireNode, root } from '../scripts/folder.mjs';

/** Returns the files of the package `@atoll/domain`, by their path in it. */
export function domainFiles(): Map<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'atoll-domain-'));
  try {
    const project = join(root, 'packages/domain/tsconfig.src.json');
    const options = [
      '--noEmit',
      'false',
      '--rewriteRelativeImportExtensions',
      '--rootDir',
      join(root, 'packages/domain/src'),
    ];
    const args = [packageFile('typescript', 'bin/tsc'), '-p', project, ...options, '--outDir', out];
    const { status, stdout } = spawnSync(requireNode(), args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The domain could not be compiled: ${stdout}`);
    const given = JSON.parse(readFileSync(join(root, 'packages/domain/package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const { name, version, license } = given;
    const manifest = { name, version, license, type: 'module', exports: { './*': './src/*.js' } };
    const compiled = readdirSync(out, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && !/(?:^|[/\\])testing[/\\]/.test(file))
      .map((file): [string, string] => [`src/${file.replaceAll('\\', '/')}`, readFileSync(join(out, file), 'utf8')]);
    return new Map([['package.json', `${JSON.stringify(manifest, null, 2)}\n`], ...compiled]);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
