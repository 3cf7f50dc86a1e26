/**
 * Builds the till's data layer as one function. Each simulated till calls it once with the globals of its own browser, so several tills run
 * side by side in one process. The code is the same as in the real browser; the tills share only the domain package.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Names that a till takes from its browser instead of from this process. */
export const browserNames = [
  'globalThis',
  'window',
  'self',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'IDBKeyRange',
  'BroadcastChannel',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'performance',
  'Math',
  'crypto',
  'AbortSignal',
  'console',
] as const;

export type Browser = Readonly<Record<(typeof browserNames)[number], unknown>>;

/** Starts the code in a browser and returns the exports of its main file. */
export type StartCode = (browser: Browser) => unknown;

const root = join(import.meta.dirname, '../../..');

/** A bug in the till's own code: a text of a file is replaced. */
export interface CodeChange {
  /** The end of its path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

function changed(code: string, id: string, changes: readonly CodeChange[], done: Set<CodeChange>): string {
  return changes.reduce((text, change) => {
    if (!id.endsWith(change.file) || !text.includes(change.from)) return text;
    done.add(change);
    return text.replace(change.from, change.to);
  }, code);
}

/** Builds the code. `hub`: the file that replaces the hub's connection; the real one when absent. `changes`: deliberate bugs. Throws when one does not match. */
export async function loadTillCode(hub?: string, changes: readonly CodeChange[] = []): Promise<StartCode> {
  const done = new Set<CodeChange>();
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'till-main.ts'),
    platform: 'browser',
    external: [/^@atoll\/domain\//, '@microsoft/signalr'],
    logLevel: 'silent',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
    plugins: [
      {
        name: 'hub',
        resolveId: (id: string) => (hub !== undefined && id.endsWith('/hub-connection.ts') ? hub : null),
      },
      { name: 'bugs', transform: (code: string, id: string) => changed(code, id, changes, done) },
    ],
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
  await bundle.close();
  for (const change of changes) if (!done.has(change)) throw new Error(`Nothing to change: ${change.from}`);
  const [chunk] = output;
  const parts = new Map<string, unknown>();
  const web = createRequire(join(root, 'apps/web/package.json'));
  for (const name of chunk.imports)
    parts.set(
      name,
      name.startsWith('@atoll/') ? await import(name) : await import(pathToFileURL(web.resolve(name)).href),
    );
  // oxlint-disable-next-line no-implied-eval
  const run = new Function(...browserNames, 'require', 'module', 'exports', chunk.code) as (
    ...given: unknown[]
  ) => void;
  return (browser) => {
    const module = { exports: {} };
    run(...browserNames.map((name) => browser[name]), (name: string) => parts.get(name), module, module.exports);
    return module.exports;
  };
}
