/** Where off-site copies go, and how it is written in one line. Source: R31.36. */

/** A folder of the server: a mounted disk or share. */
export interface FolderAddress {
  readonly kind: 'Folder';
  readonly path: string;
}
export interface WebDavAddress {
  readonly kind: 'WebDav';
  /** The folder, by https. */
  readonly url: string;
  readonly user: string;
}
export interface S3Address {
  readonly kind: 'S3';
  /** The service, such as https://s3.eu-central-1.amazonaws.com. */
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  /** Before the names of copies; '' for none. */
  readonly folder: string;
  /** The id of the access key. */
  readonly user: string;
}
export interface SftpAddress {
  readonly kind: 'Sftp';
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly user: string;
  /** The fingerprint of the key that the target showed when a person looked at it, such as 'SHA256:…'; '' before. */
  readonly hostKey: string;
}
export type RemoteAddress = WebDavAddress | S3Address | SftpAddress;
export type TargetAddress = FolderAddress | RemoteAddress;

const part = encodeURIComponent;
const withUser = (url: string, user: string): string => url.replace('://', `://${part(user)}@`);
/** An IPv6 address has brackets in a URL. */
const hostText = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/** Returns the address in one line, as `restore --target` takes it. It has no password. */
export function targetText(address: TargetAddress): string {
  switch (address.kind) {
    case 'Folder':
      return address.path;
    case 'WebDav':
      return withUser(address.url, address.user);
    case 'S3': {
      const base = withUser(address.url, address.user).replace(/\/+$/, '');
      const folder = address.folder === '' ? '' : `&folder=${part(address.folder)}`;
      return `s3+${base}?bucket=${part(address.bucket)}&region=${part(address.region)}${folder}`;
    }
    case 'Sftp': {
      const port = address.port === 22 ? '' : `:${address.port}`;
      const key = address.hostKey === '' ? '' : `?key=${part(address.hostKey)}`;
      const path = address.path.split('/').map(part).join('/');
      return `sftp://${part(address.user)}@${hostText(address.host)}${port}${path.startsWith('/') ? path : `/./${path}`}${key}`;
    }
  }
}

interface Url {
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
  readonly pathname: string;
  readonly username: string;
  readonly searchParams: { get(name: string): string | null };
}

/** Node and browsers have it, the language itself does not. */
declare const URL: new (text: string) => Url;

function readUrl(text: string): Url | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Returns the address of a line that begins like a URL; null for any other. A password in it is not read. */
export function readTargetText(text: string): RemoteAddress | null {
  const [, type = '', rest = ''] = /^(https?|s3\+https?|sftp):\/\/(.+)$/.exec(text) ?? [];
  const isSftp = type === 'sftp';
  const url = type === '' ? null : readUrl(`${isSftp ? 'https' : type.replace('s3+', '')}://${rest}`);
  if (!url) return null;
  const user = decodeURIComponent(url.username);
  const query = (name: string): string => url.searchParams.get(name) ?? '';
  if (isSftp) {
    // The path of the line itself: a URL would take './' away.
    const path = decodeURIComponent(/^[^/]*([^?]*)/.exec(rest)?.[1] ?? '');
    return {
      kind: 'Sftp',
      host: url.hostname,
      port: Number(/^[^/]*:(\d+)(?:[/?]|$)/.exec(rest.replace(/^[^/]*@/, ''))?.[1] ?? 22),
      path: path.startsWith('/./') ? path.slice(3) : path || '/',
      user,
      hostKey: query('key'),
    };
  }
  const base = `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
  if (type.startsWith('s3'))
    return {
      kind: 'S3',
      url: base,
      region: query('region') || 'us-east-1',
      bucket: query('bucket'),
      folder: query('folder'),
      user,
    };
  return { kind: 'WebDav', url: base, user };
}

/** Whether a password of one target may be sent to another: the same machine and user. */
export function isSameLogin(one: TargetAddress, other: TargetAddress): boolean {
  const loginOf = (address: TargetAddress): string => {
    if (address.kind === 'Folder') return '';
    const where =
      address.kind === 'Sftp'
        ? `${address.host}:${address.port} ${address.hostKey}`
        : (readUrl(address.url)?.origin ?? address.url);
    return `${address.kind} ${where} ${address.user}`;
  };
  return loginOf(one) !== '' && loginOf(one) === loginOf(other);
}
