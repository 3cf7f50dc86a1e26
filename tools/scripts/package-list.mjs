import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, say } from './folder.mjs';
import { npmOutput } from './install.mjs';

/** The list of all packages, those for development marked as such, as CycloneDX. */
export const packageList = join(root, 'dist/packages.cdx.json');

/** Writes the list of packages by the lockfile. npm before 10 cannot make it: then it says so. Source: R36.31. */
export function writePackageList() {
  const list = npmOutput(['sbom', '--package-lock-only', '--sbom-format=cyclonedx']);
  if (list === undefined) {
    say('No list of packages was made: npm 10 or newer is needed for it.');
    return;
  }
  mkdirSync(dirname(packageList), { recursive: true });
  writeFileSync(packageList, list);
  say('The list of packages is dist/packages.cdx.json (CycloneDX).');
}
