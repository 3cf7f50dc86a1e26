import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './folder.mjs';
import { packageList, writePackageList } from './package-list.mjs';
import { checkSteps } from './steps.mjs';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

it('[R36.31] lists each package of the servers with version and checksum as CycloneDX, and marks the tools of developers', () => {
  rmSync(packageList, { force: true });
  writePackageList();
  const list = JSON.parse(readFileSync(packageList, 'utf8')) as { bomFormat: string; components: Component[] };
  expect(list.bomFormat).toBe('CycloneDX');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) {
    if (name.startsWith('@atoll/')) continue;
    const found = list.components.find(({ purl }) => purl === `pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(found?.hashes?.[0]?.alg, name).toBe('SHA-512');
  }
  const tool = list.components.find(({ name }) => name === 'knip');
  expect(tool?.properties).toContainEqual({ name: 'cdx:npm:package:development', value: 'true' });
});

it('[R36.31] the build makes that list, the check has both looks at packages, and a release compares the Node runtime with the published checksums', () => {
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  expect(textOf('tools/build.mjs')).toMatch(/^writePackageList\(\);$/m);
  expect((JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts['build']).toBe(
    'node tools/build.mjs',
  );
  expect(checkSteps().map(({ name }) => name)).toEqual(expect.arrayContaining(['unused', 'code checks']));
  const step = textOf('docs/how-to/release.md')
    .split(/^\d\. /m)
    .find((each) => each.includes('SHASUMS256.txt'));
  for (const part of ['nodejs.org', 'gpg --verify', 'sha256sum --check', 'node_modules/node-*/bin/node'])
    expect(step).toContain(part);
});
