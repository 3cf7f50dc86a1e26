/** The variables of a server as a file of them, which goes into its off-site copies. Source: R31.41. */
import { settingNames } from '../../platform/config/config.ts';

/** Of this machine, or only for its first start. */
const notCopied: ReadonlySet<string> = new Set([
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'BUS_URL',
  'WEB_DIR',
  'DEMO',
  'OWNER_EMAIL',
  'OWNER_PASSWORD',
  'OWNER_NAME',
  'OWNER_OUTLET',
]);

/** Returns them in the form that Node's `--env-file`, systemd and shells read alike. */
export function settingsText(env: Readonly<Record<string, string | undefined>>): string {
  return settingNames
    .filter((name) => !notCopied.has(name) && env[name])
    .map((name) => {
      const value = env[name] ?? '';
      return value.includes("'") ? `${name}="${value}"\n` : `${name}='${value}'\n`;
    })
    .join('');
}
