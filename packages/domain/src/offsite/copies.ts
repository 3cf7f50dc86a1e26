/** The names of off-site copies and of what opens them: all that is known of a copy without opening it. Source: R31.36, R31.37. */

export const copyKinds = ['Full', 'Diff'] as const;
export type CopyKind = (typeof copyKinds)[number];

/** A copy at a target. */
export interface OffsiteCopy {
  readonly name: string;
  readonly kind: CopyKind;
  /** Epoch ms. */
  readonly at: number;
  /** For a difference, when the full copy that it needs was made; otherwise the same as `at`. */
  readonly base: number;
  /** The shop: copies of several shops may lie in one folder. */
  readonly shop: string;
  /** The passphrase of its time: the id of the recovery file that opens it. */
  readonly recovery: string;
}

const stamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, '');

/** Returns a name such as 'atoll-20261121T185500123Z-full-1a2b3c4d-5e6f7a8b.age'. A difference names its full copy before the shop. */
export function copyName({ kind, at, base, shop, recovery }: Omit<OffsiteCopy, 'name'>): string {
  const type = kind === 'Full' ? 'full' : `diff-${stamp(base)}`;
  return `atoll-${stamp(at)}-${type}-${shop}-${recovery}.age`;
}

const instantOf = (text: string): number => {
  const [, year, month, day, hour, minute, second, ms] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
};

/** Returns the copy of a name; null for any other file. */
export function readCopyName(name: string): OffsiteCopy | null {
  const found = /^atoll-(\d{8}T\d{9}Z)-(?:full|diff-(\d{8}T\d{9}Z))-([0-9a-f]{8})-([0-9a-f]{8})\.age$/.exec(name);
  if (!found) return null;
  const [, made = '', full, shop = '', recovery = ''] = found;
  const [at, base] = [instantOf(made), instantOf(full ?? made)];
  if (Number.isNaN(at) || Number.isNaN(base)) return null;
  return { name, kind: full === undefined ? 'Full' : 'Diff', at, base, shop, recovery };
}

/** Returns the name of the file that opens the copies of a passphrase. */
export const recoveryName = (id: string): string => `recovery-${id}.age`;

/** Returns the id in the name of such a file; null for any other file. */
export const readRecoveryName = (name: string): string | null =>
  /^recovery-([0-9a-f]{8})\.age$/.exec(name)?.[1] ?? null;
