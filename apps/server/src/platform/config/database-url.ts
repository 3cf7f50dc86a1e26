/** Addresses of PostgreSQL: one or several hosts in one URL (`postgres://a:5432,b:5433/db`). Source: docs/rules.md#database-hosts. */

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;
const sessionKinds = ['read-write', 'primary'];

/**
 * Returns a URL for each host of an address, in its order. Throws with a sentence for the person who wrote it. The
 * server itself finds the host that accepts writes, so `target_session_attrs` may only ask for that.
 */
export function hostUrls(address: string): string[] {
  const [, start, hosts = '', rest = ''] = parts.exec(address) ?? [];
  if (start === undefined) throw new Error('must start with postgres://');
  return hosts.split(',').map((host) => {
    if (host === '' && hosts !== '') throw new Error('has an empty host');
    if (!URL.canParse(`${start}${host}${rest}`)) throw new Error(`is no address: ${host || 'the host is missing'}`);
    return withoutSessionKind(`${start}${host}${rest}`);
  });
}

function withoutSessionKind(url: string): string {
  const parsed = new URL(url);
  const kind = parsed.searchParams.get('target_session_attrs');
  if (kind === null) return url;
  if (!sessionKinds.includes(kind)) throw new Error(`has target_session_attrs=${kind}; the server needs read-write`);
  parsed.searchParams.delete('target_session_attrs');
  return parsed.href;
}

/** Returns an address for people to read: without its password. */
export const withoutPassword = (address: string): string =>
  address.replace(/^([a-z]+:\/\/[^/?#]*?):[^/?#]*@/, '$1:***@').replace(/([?&]password=)[^&#]*/, '$1***');

/** Returns the host and port of a URL, for messages. */
export const hostOf = (url: string): string => {
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') ?? host;
};
