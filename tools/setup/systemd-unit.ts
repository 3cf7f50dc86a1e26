/** The units of systemd. `deploy/systemd` has them for a release in /opt/atoll. Source: R31.22. */

import { restoredSettings } from './settings-file.ts';

export interface Place {
  readonly folder: string;
  readonly node: string;
  readonly dataDir: string;
  readonly user: string;
}

export type Service = 'server' | 'print-server';

export const unitName = { server: 'atoll.service', 'print-server': 'atoll-print-server.service' } as const;
export const programOf = {
  server: 'apps/server/src/main.ts',
  'print-server': 'apps/print-server/src/main.ts',
} as const;
export const serviceWords = { server: 'the server', 'print-server': 'the print server of a till' } as const;

/** Returns a path or word as an argument of a unit: systemd would replace % and $, and split at spaces. */
const argument = (text: string): string => {
  const plain = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\;]/.test(plain) ? `"${plain.replace(/["\\]/g, '\\$&')}"` : plain;
};

const path = (text: string): string => text.replaceAll('%', '%%');

const rights: Record<Service, readonly string[]> = {
  server: [
    '# The ports 443 and 80, which TLS=own and TLS=files serve; no other right.',
    'AmbientCapabilities=CAP_NET_BIND_SERVICE',
    'CapabilityBoundingSet=CAP_NET_BIND_SERVICE',
  ],
  'print-server': ['CapabilityBoundingSet='],
};

/** What a unit may use of the machine: groups of printers, and the folder of copies. */
interface Uses {
  readonly groups: readonly string[];
  readonly copies: string | null;
  /** The folder of libraries that Node needs; null without an archive. */
  readonly libraries: string | null;
}

/** Returns the unit of a service. It is started again without a limit, and writes below its data folder and the folder of copies alone. */
export function unitOf(
  service: Service,
  { folder, node, dataDir, user }: Place,
  { groups, copies, libraries }: Uses,
): string {
  const environment = service === 'server' ? `DATA_DIR=${path(dataDir)} DEMO=0` : `DATA_DIR=${path(dataDir)}`;
  const isPrint = service === 'print-server';
  return `${[
    `# Atoll, ${serviceWords[service]}. Made by setup (tools/setup).`,
    '[Unit]',
    `Description=Atoll, ${serviceWords[service]}`,
    'After=network-online.target',
    'Wants=network-online.target',
    '# Started again without a limit.',
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    'Type=simple',
    `User=${user}`,
    ...(isPrint && groups.length > 0 ? [`SupplementaryGroups=${groups.join(' ')}`] : []),
    `WorkingDirectory=${path(folder)}`,
    `ExecStart=${argument(node)}${isPrint ? ' --max-semi-space-size=1' : ''} ${argument(`${folder}/${programOf[service]}`)}`,
    `Environment=${environment}`,
    ...(libraries === null ? [] : [`Environment=${argument(`LD_LIBRARY_PATH=${libraries}`)}`]),
    ...(isPrint ? [] : [`EnvironmentFile=-${path(dataDir)}/${restoredSettings}`]),
    `EnvironmentFile=-/etc/atoll/${service}.env`,
    'StateDirectory=atoll',
    'StateDirectoryMode=0700',
    'UMask=0077',
    'Restart=always',
    'RestartSec=2',
    'TimeoutStopSec=30',
    'NoNewPrivileges=true',
    ...rights[service],
    'ProtectSystem=strict',
    'ProtectHome=true',
    'PrivateTmp=true',
    ...(copies === null
      ? []
      : ['# The disk of it may be connected later.', `ReadWritePaths=${argument(`-${copies}`)}`]),
    '',
    '[Install]',
    'WantedBy=multi-user.target',
  ].join('\n')}\n`;
}
