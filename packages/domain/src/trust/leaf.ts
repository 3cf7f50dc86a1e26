/** When the server's own certificate is made again. Source: R31.4, R31.5. */

const dayMs = 86_400_000;

/** A certificate of the server: from when until when it is valid (ms), and the names and addresses in it. */
export interface Leaf {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
}

/** What the server's certificate should have. */
export interface WantedLeaf {
  readonly names: readonly string[];
  readonly now: number;
  /** Nothing is issued before this time: see `issueNotBefore`. */
  readonly notBefore: number;
}

/** Returns from when on certificates are issued, in ms: the later of the release date and the newest record, less a day. */
export const issueNotBefore = (releasedAt: number, newestAt: number): number => Math.max(releasedAt, newestAt) - dayMs;

/**
 * Returns what to do about the server's certificate: `wait` while its clock is wrong; `issue` when there is none, a
 * wanted name is missing, it is not valid yet, or at most a third of its life is left; otherwise `none`.
 */
export function leafAction(leaf: Leaf | null, want: WantedLeaf): 'none' | 'issue' | 'wait' {
  if (want.now < want.notBefore) return 'wait';
  if (!leaf || want.now < leaf.from || leaf.to - want.now <= (leaf.to - leaf.from) / 3) return 'issue';
  const has = new Set(leaf.names.map((name) => name.toLowerCase()));
  return want.names.every((name) => has.has(name.toLowerCase())) ? 'none' : 'issue';
}
