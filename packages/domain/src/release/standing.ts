/** How the release of a till stands to that of its server. Source: R31.35, docs/rules.md#releases-of-tills. */

/** The header in which a till names its release, and a server its own. */
export const releaseHeader = 'x-release';

/** Releases with their own number, the oldest first; corrections have the number of theirs. A release adds itself (docs/how-to/release.md). */
export const releases: readonly string[] = ['0.1', '0.2'];

/** This release. */
export const ownRelease = releases.at(-1) ?? '';

/** A till of `near` may do everything; one of `old` sends what waits on it. */
type Standing = 'same' | 'newer' | 'near' | 'old';

const nearReleases = 2;

type Parts = readonly [major: number, minor: number];

function partsOf(release: string): Parts | null {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})(?:\.|$)/.exec(release) ?? [];
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)];
}

const compare = (a: Parts, b: Parts): number => a[0] - b[0] || a[1] - b[1];

/** Returns how many releases lie between a till and the server, with the server's; `known`: the releases that there were. */
function behind(till: Parts, server: Parts, known: readonly string[]): number {
  if (till[0] === server[0]) return server[1] - till[1];
  const between = known.map(partsOf).filter((one) => one && compare(one, till) > 0 && compare(one, server) <= 0);
  return between.length;
}

/** Returns how a till's release stands to the server's. What is no release is old. */
export function releaseStanding(till: string, server: string, known: readonly string[]): Standing {
  const [a, b] = [partsOf(till), partsOf(server)];
  if (!a || !b) return 'old';
  const order = compare(a, b);
  if (order > 0) return 'newer';
  if (order === 0) return 'same';
  return behind(a, b, known) <= nearReleases ? 'near' : 'old';
}
