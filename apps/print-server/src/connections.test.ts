/** Tests to whom the print server connects: two files can open a connection, to a printer that was set up and to the hosts that a person searches. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Modules and globals that open connections. Imports of types open none. */
const opens =
  /^import (?!type )[^;]*? from 'node:(?:http|https|http2|net|tls|dgram|dns)(?:\/promises)?'|getBuiltinModule\('node:(?:http|https|http2|net|tls|dgram|dns)|(?<![.\w])(?:fetch|WebSocket|EventSource)\(/gm;

it('opens connections to printers that were set up, and looks for others when a person asks, and to nobody else', () => {
  const root = import.meta.dirname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const sources = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^testing\/|^page\//.test(path));
  expect(sources.filter((path) => readFileSync(join(root, path), 'utf8').search(opens) >= 0).toSorted()).toEqual([
    'device/discover.ts',
    'device/tcp.ts',
    // Accepts connections, and opens none.
    'server.ts',
  ]);
  const discover = readFileSync(join(root, 'http/app.ts'), 'utf8');
  expect(discover).toContain("discover(programs, request.query.network === '1')");
});
