/** Each package of the lockfile has a strong checksum, so that nothing else can be installed under its name. Source: R36.31. */
import type { Problem } from './problem.ts';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  /** A folder of this project. */
  readonly link?: boolean;
  /** Part of another package's archive, and covered by its checksum. */
  readonly inBundle?: boolean;
}

/** Returns each package of a lockfile without a SHA-512 checksum, or that does not come from a registry by https. */
export function integrityProblems(path: string, lockfile: string): Problem[] {
  const { packages = {} } = JSON.parse(lockfile) as { packages?: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([name, { link, inBundle }]) => name.includes('node_modules/') && !link && !inBundle)
    .flatMap(([name, { integrity, resolved }]) => {
      const found = (message: string): Problem => ({ path, line: lineOf(lockfile, name), message });
      return [
        ...(/(?:^|\s)sha512-/.test(integrity ?? '')
          ? []
          : [found(`${name} has no SHA-512 checksum. Install it from the registry: npm install --package-lock-only`)]),
        ...(resolved === undefined || resolved.startsWith('https://')
          ? []
          : [found(`${name} comes from ${resolved}. Use a package of the registry, by https`)]),
      ];
    });
}

function lineOf(lockfile: string, name: string): number {
  const at = lockfile.indexOf(`${JSON.stringify(name)}:`);
  return lockfile.slice(0, Math.max(at, 0)).split('\n').length;
}
