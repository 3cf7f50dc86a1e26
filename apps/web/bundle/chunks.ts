/** Decides which modules share a file, so that the bill screen loads a few large files and not a hundred small ones. */

import { partsModule } from './parts-in-one.ts';

interface ModuleNode {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

interface Graph {
  readonly getModuleInfo: (id: string) => ModuleNode | null;
}

const sources = `${import.meta.dirname.replaceAll('\\', '/').replace(/\/bundle$/, '')}/src`;

/** What runs before the till's screens: the start of the app. */
const startEntry = 'app/boot.tsx';

/** What a till needs for its bill screen after the start. */
const tillEntry = 'app/till-screens.ts';

/** A screen that a device without a session shows; what it shares with the till is a part of the start. */
const signInEntry = 'features/sign-in/login-screen.tsx';

/** Names the files of all screens. */
const screenList = 'app/route/screen-loaders.ts';

/** The component kit and what uses it: loaded with the first dialog or menu. */
const kitEntries = [
  'ui/overlay/overlay-kit.tsx',
  'ui/overlay/action-menu.tsx',
  'ui/overlay/tip-text.tsx',
  'ui/overlay/popup.tsx',
];

/** Modules of which the start imports nothing in the end, or a part only: they are left to the screens that use them. */
const elsewhere =
  /node_modules[\\/](zod|@tanstack[\\/](react-)?query(?!.*QueryClientProvider))|contract[\\/]platform[\\/](shape|endpoint)\.ts$/;

/** Returns the modules that the entries import statically, directly or not, with the entries. */
function reachable(graph: Graph, entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = entries.map((entry) => (/^\w/.test(entry) ? `${sources}/${entry}` : entry));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = found.has(id) ? null : graph.getModuleInfo(id);
    if (!node) continue;
    found.add(id);
    waiting.push(...node.importedIds);
  }
  return found;
}

/** Returns a function that names the file of a module; null leaves it to the bundler. */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let start: Set<string> | undefined;
  let till: Set<string> | undefined;
  let kit: Set<string> | undefined;
  let parts: Set<string> | undefined;
  let entry: Set<string> | undefined;
  let screens: Set<string> | undefined;
  return (id, graph) => {
    if (!start || !till || !kit || !parts || !entry || !screens) {
      kit = reachable(graph, kitEntries);
      start = reachable(graph, [startEntry]);
      till = reachable(graph, [tillEntry]);
      const signIn = reachable(graph, [signInEntry]);
      for (const shared of signIn) if (till.has(shared)) start.add(shared);
      parts = reachable(graph, [partsModule]);
      screens = reachable(
        graph,
        graph.getModuleInfo(`${sources}/${screenList}`)?.dynamicallyImportedIds.filter((id) => id !== partsModule) ??
          [],
      );
      // A file of their own: it imports nothing of the other screens' files, which import it.
      entry = signIn.intersection(parts);
      parts = parts.difference(entry);
    }
    if (elsewhere.test(id)) return null;
    if (start.has(id)) return 'start';
    if (till.has(id)) return 'till';
    if (kit.has(id)) return 'overlays';
    if (entry.has(id)) return 'entry';
    if (!parts.has(id)) return null;
    return screens.has(id) ? 'shared' : 'parts';
  };
}

const started = /(^|\/)(first|kit|react|rolldown-runtime|start)-[\w-]{8}\.(js|css)$/;
const ofTill = /(^|\/)till-[\w-]{8}\.(js|css)$/;

/**
 * Returns whether a file is there before `host` fetches something: the host need not name it among the files that come with a later part. The first
 * file of the page is loaded before all others.
 */
export function isLoadedBefore(file: string, host: string): boolean {
  if (/(^|\/)index-[^/]*$/.test(host)) return false;
  return started.test(file) || (ofTill.test(host) && ofTill.test(file));
}
