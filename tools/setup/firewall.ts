/** The rule of the firewall: https, /hello and the name in the network, for the network of the shop alone. Source: R31.23. */
import { byCommand, type Change, command, literally } from './change.ts';
import type { Firewall } from './system.ts';
import type { Wanted } from './wanted.ts';

type Open = NonNullable<Wanted['open']>;

interface Rule {
  readonly protocol: 'tcp' | 'udp';
  readonly ports: readonly number[];
}

const mdnsPort = 5353;

const rulesOf = ({ ports, hasMdns }: Open): Rule[] => [
  { protocol: 'tcp', ports },
  ...(hasMdns ? [{ protocol: 'udp', ports: [mdnsPort] } as const] : []),
];

/** Returns the rule in words. */
export const ruleText = (open: Open): string =>
  rulesOf(open)
    .map(({ protocol, ports }) => `${protocol.toUpperCase()} ${ports.join(' and ')}`)
    .join(', and ')
    .concat(` from ${open.range}`);

const words = (protocol: string, port: number, range: string) => ({
  id: `firewall-${protocol}-${port}-${range}`,
  says: `Allow ${protocol.toUpperCase()} ${port} from ${range} in the firewall`,
  undoes: `Remove the rule for ${protocol.toUpperCase()} ${port} from the firewall`,
});

function ufwRule(protocol: string, port: number, range: string): Change {
  const rule = ['allow', 'proto', protocol, 'from', range, 'to', 'any', 'port', String(port)];
  return byCommand({
    ...words(protocol, port, range),
    isDone: {
      ...command('ufw', 'show', 'added'),
      prints: `^ufw allow from ${literally(range)} to any port ${port} proto ${protocol}( |$)`,
    },
    do: [command('ufw', ...rule, 'comment', 'Atoll')],
    undo: [command('ufw', 'delete', ...rule)],
  });
}

function firewalldRule(protocol: string, port: number, range: string): Change {
  const rule = `rule family="ipv4" source address="${range}" port port="${port}" protocol="${protocol}" accept`;
  const reload = command('firewall-cmd', '--reload');
  return byCommand({
    ...words(protocol, port, range),
    isDone: { ...command('firewall-cmd', '--permanent', `--query-rich-rule=${rule}`), prints: '^yes' },
    do: [command('firewall-cmd', '--permanent', `--add-rich-rule=${rule}`), reload],
    undo: [command('firewall-cmd', '--permanent', `--remove-rich-rule=${rule}`), reload],
  });
}

function windowsRule({ protocol, ports }: Rule): Change {
  const name = `name=Atoll ${protocol.toUpperCase()} ${ports.join(',')}`;
  const netsh = (...args: readonly string[]) => command('netsh', 'advfirewall', 'firewall', ...args);
  const limits = [`protocol=${protocol.toUpperCase()}`, `localport=${ports.join(',')}`, 'remoteip=localsubnet'];
  return byCommand({
    id: `firewall-${protocol}-${ports.join('-')}`,
    says: `Allow ${protocol.toUpperCase()} ${ports.join(' and ')} from the local subnet in the firewall`,
    undoes: `Remove the rule for ${protocol.toUpperCase()} ${ports.join(' and ')} from the firewall`,
    isDone: { ...netsh('show', 'rule', name), prints: '' },
    do: [netsh('add', 'rule', name, 'dir=in', 'action=allow', ...limits)],
    undo: [netsh('delete', 'rule', name)],
  });
}

/** The firewall of macOS allows programs, not ports or networks. */
function macRule(node: string): Change {
  const firewall = (...args: readonly string[]) => command('/usr/libexec/ApplicationFirewall/socketfilterfw', ...args);
  return byCommand({
    id: 'firewall-app',
    says: `Allow connections to ${node} in the firewall`,
    undoes: `Remove ${node} from the firewall`,
    isDone: { ...firewall('--listapps'), prints: literally(node) },
    do: [firewall('--add', node), firewall('--unblockapp', node)],
    undo: [firewall('--remove', node)],
  });
}

/** Returns the changes that open a firewall; none without one that setup can set. */
export function firewallChanges(firewall: Firewall | null, open: Open | null, node: string): Change[] {
  if (firewall === null || open === null) return [];
  if (firewall === 'windows') return rulesOf(open).map(windowsRule);
  if (firewall === 'macos') return [macRule(node)];
  const one = firewall === 'ufw' ? ufwRule : firewalldRule;
  return rulesOf(open).flatMap(({ protocol, ports }) => ports.map((port) => one(protocol, port, open.range)));
}
