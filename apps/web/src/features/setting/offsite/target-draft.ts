import type { Offsite } from './offsite.ts';

export type Target = NonNullable<Offsite['target']>;
export type TargetKind = Target['kind'];

/** What the form of a target has, as typed. What another kind needs stays when the kind is changed. */
export interface TargetDraft {
  readonly kind: TargetKind;
  readonly path: string;
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly folder: string;
  readonly host: string;
  readonly port: string;
  readonly remotePath: string;
  readonly hostKey: string;
  readonly user: string;
  readonly secret: string;
}

export const targetKinds = ['Folder', 'Sftp', 'WebDav', 'S3'] as const satisfies readonly TargetKind[];

const empty: TargetDraft = {
  kind: 'Folder',
  path: '',
  url: '',
  region: '',
  bucket: '',
  folder: '',
  host: '',
  port: '22',
  remotePath: '',
  hostKey: '',
  user: '',
  secret: '',
};

/** Returns the draft of a target that is kept; its secret stays on the server. */
export function draftOf(target: Offsite['target']): TargetDraft {
  if (!target) return empty;
  if (target.kind === 'Sftp') {
    const { path, port, ...rest } = target;
    return { ...empty, ...rest, port: String(port), remotePath: path };
  }
  return { ...empty, ...target };
}

/** Returns what was typed as the address that the server tests. */
export function targetOf(draft: TargetDraft): Target {
  const { kind, hostKey } = draft;
  const typed = (name: keyof TargetDraft): string => draft[name].trim();
  switch (kind) {
    case 'Folder':
      return { kind, path: typed('path') };
    case 'WebDav':
      return { kind, url: typed('url'), user: typed('user') };
    case 'S3':
      return {
        kind,
        url: typed('url'),
        region: typed('region'),
        bucket: typed('bucket'),
        folder: typed('folder'),
        user: typed('user'),
      };
    case 'Sftp':
      return {
        kind,
        host: typed('host'),
        port: Number(typed('port')),
        path: typed('remotePath'),
        user: typed('user'),
        hostKey,
      };
  }
}

const needed = {
  Folder: ['path'],
  WebDav: ['url', 'user'],
  S3: ['url', 'region', 'bucket', 'user'],
  Sftp: ['host', 'port', 'user'],
} as const satisfies Record<TargetKind, readonly (keyof TargetDraft)[]>;

/** Whether everything is typed that a target of its kind needs. */
export const isComplete = (draft: TargetDraft): boolean =>
  needed[draft.kind].every((name) => draft[name].trim() !== '') && (draft.kind !== 'Sftp' || Number(draft.port) > 0);
