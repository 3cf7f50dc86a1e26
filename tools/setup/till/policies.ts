/** Policies with which browsers let the app of the shop reach the print server of this till, and trust the shop. Source: R31.25. */
import { byCommand, type Change, command, literally } from '../change.ts';
import type { System } from '../system.ts';
import type { ShopAuthority } from './authority.ts';
import { firefoxPath } from './places.ts';

export interface TillTrust {
  /** The address that the till opens. */
  readonly origin: string;
  /** Null where the till trusts the server's certificate already. */
  readonly authority: ShopAuthority | null;
  /** Where the certificate of the authority is kept. */
  readonly path: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

function withEntry(value: unknown, entry: string): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.includes(entry) ? list : [...list, entry];
}

const encoded = ({ pem }: ShopAuthority): string => pem.replace(/-----[^-]+-----|\s/g, '');

const hostOf = (origin: string): string => new URL(origin).hostname;

const chromiumFolders: readonly (readonly [id: string, name: string, folder: string])[] = [
  ['chrome', 'Chrome', '/etc/opt/chrome/policies/managed'],
  ['chromium', 'Chromium', '/etc/chromium/policies/managed'],
  ['edge', 'Edge', '/etc/opt/edge/policies/managed'],
];

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function policyFile(id: string, says: string, path: string, content: string): Change {
  return {
    kind: 'file',
    id: `policy-${id}`,
    says,
    undoes: `Take ${path} back`,
    path,
    content,
    mode: 0o644,
    encoding: 'utf8',
    afterwards: [],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${firefoxPath} is damaged. Correct or remove it, then run setup again. Nothing was changed.`);
  }
}

/** Returns the policies of Firefox with those of the shop added to what others wrote. Throws where the file is no JSON. */
function firefoxPolicies(current: string | null, { origin, authority, path }: TillTrust): string {
  const file = objectOf(current === null ? {} : parsed(current));
  const policies = objectOf(file['policies']);
  const access = objectOf(policies['LocalNetworkAccess']);
  const certificates = objectOf(policies['Certificates']);
  return jsonText({
    ...file,
    policies: {
      ...policies,
      LocalNetworkAccess: { ...access, SkipDomains: withEntry(access['SkipDomains'], hostOf(origin)) },
      ...(authority && { Certificates: { ...certificates, Install: withEntry(certificates['Install'], path) } }),
    },
  });
}

function linuxPolicies(trust: TillTrust, firefox: string | null): Change[] {
  const { origin, authority } = trust;
  const content = jsonText({
    LoopbackNetworkAllowedForUrls: [origin],
    ...(authority && { CACertificates: [encoded(authority)] }),
  });
  const what = authority
    ? `reach the print server of this till, and trust the shop`
    : 'reach the print server of this till';
  return [
    ...chromiumFolders.map(([id, name, folder]) =>
      policyFile(id, `Let pages of ${origin} in ${name} ${what}`, `${folder}/atoll.json`, content),
    ),
    policyFile('firefox', `Let pages of ${origin} in Firefox ${what}`, firefoxPath, firefoxPolicies(firefox, trust)),
  ];
}

/** The number of an entry in lists of policies, which are numbered: that of the print server's port, which nobody else chooses. */
const entryNumber = '14141';

function registryValue(
  id: string,
  says: string,
  { key, name, type, value }: Record<'key' | 'name' | 'type' | 'value', string>,
): Change {
  const at = [key, '/v', name];
  return byCommand({
    id: `policy-${id}`,
    says,
    undoes: `Remove this from ${key}`,
    isDone: {
      ...command('reg', 'query', ...at),
      prints: `${type}\\s+${literally(type === 'REG_DWORD' ? `0x${value}` : value)}\\s*$`,
    },
    do: [command('reg', 'add', ...at, '/t', type, '/d', value, '/f')],
    undo: [command('reg', 'delete', ...at, '/f')],
  });
}

function windowsPolicies({ origin, authority }: TillTrust): Change[] {
  const policies = String.raw`HKLM\Software\Policies`;
  const text = (id: string, name: string, key: string, value: string): Change =>
    registryValue(id, `Let pages of ${origin} in ${name} reach the print server of this till`, {
      key: `${policies}\\${key}`,
      name: entryNumber,
      type: 'REG_SZ',
      value,
    });
  const roots = registryValue('firefox-roots', 'Let Firefox trust the authorities of Windows', {
    key: `${policies}\\Mozilla\\Firefox\\Certificates`,
    name: 'ImportEnterpriseRoots',
    type: 'REG_DWORD',
    value: '1',
  });
  return [
    text('chrome', 'Chrome', String.raw`Google\Chrome\LoopbackNetworkAllowedForUrls`, origin),
    text('edge', 'Edge', String.raw`Microsoft\Edge\LoopbackNetworkAllowedForUrls`, origin),
    text('firefox', 'Firefox', String.raw`Mozilla\Firefox\LocalNetworkAccess\SkipDomains`, hostOf(origin)),
    ...(authority ? [roots] : []),
  ];
}

function macPolicies({ origin, authority }: TillTrust): Change[] {
  const file = '/Library/Preferences/org.mozilla.firefox';
  const write = (key: string, ...value: readonly string[]) => command('defaults', 'write', file, key, ...value);
  const remove = (key: string) => command('defaults', 'delete', file, key);
  const one = (id: string, says: string, key: string, value: readonly string[], prints: string): Change =>
    byCommand({
      id: `policy-firefox${id}`,
      says,
      undoes: `Remove ${key} from ${file}`,
      isDone: { ...command('defaults', 'read', file, key), prints },
      do: [write('EnterprisePoliciesEnabled', '-bool', 'TRUE'), write(key, ...value)],
      undo: [remove(key)],
    });
  const host = hostOf(origin);
  const says = `Let pages of ${origin} in Firefox reach the print server of this till`;
  const roots = 'Let Firefox trust the authorities of macOS';
  return [
    one('', says, 'LocalNetworkAccess__SkipDomains', ['-array', host], literally(host)),
    ...(authority ? [one('-roots', roots, 'Certificates__ImportEnterpriseRoots', ['-bool', 'TRUE'], '^1$')] : []),
  ];
}

/** Returns the changes of the browsers' policies. Throws where a file of policies cannot be read. */
export function policyChanges(trust: TillTrust, system: System): Change[] {
  if (system.platform === 'win32') return windowsPolicies(trust);
  if (system.platform === 'darwin') return macPolicies(trust);
  return linuxPolicies(trust, system.firefoxPolicies);
}
