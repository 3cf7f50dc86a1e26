/**
 * `npm run pack -- --platform linux-x64 --kind server|print --out FOLDER [--key FILE]`: an archive that runs without network and npm, and SHA256SUMS beside
 * it, signed when a key (Ed25519, PEM) is given. Source: R31.28, R31.29.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { neededOf } from './pack/libraries.ts';
import { pack } from './pack/pack.ts';
import { isPlatform, nodes, thisPlatform } from './pack/platforms.ts';
import { readSigningKey } from './pack/sums.ts';
import { ensureWebBuilt } from './scripts/build.mjs';
import { root, say, stop } from './scripts/folder.mjs';

const text = { type: 'string' } as const;
try {
  const { values } = parseArgs({ options: { platform: text, kind: text, out: text, key: text } });
  const { platform = thisPlatform, kind = 'server', out = 'dist', key } = values;
  if (!isPlatform(platform)) stop(`--platform is one of ${Object.keys(nodes).join(', ')}.`);
  if (kind !== 'server' && kind !== 'print') stop('--kind is server or print.');
  const signingKey = key === undefined ? null : readSigningKey(key);
  if (kind === 'server') ensureWebBuilt();
  const made = await pack({ kind, platform, out, web: join(root, 'apps/web/dist'), key: signingKey });
  const needs = neededOf(platform);
  if (needs !== null) say(needs);
  say(`${made.path} (${Math.ceil(statSync(made.path).size / 1e6)} MB, SHA-256 ${made.sha256})`);
} catch (error) {
  stop(`No archive was made: ${error instanceof Error ? error.message : String(error)}`);
}
