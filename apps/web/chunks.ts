/** Which modules are one file: what a till loads together, so that a visit asks for a few files instead of two hundred. */
import { join } from 'node:path';

/** The bundler's view of the modules. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const source = join(import.meta.dirname, 'src');

/** The files by the modules that are imported on demand. A module belongs to the first file that needs it. */
const starts: Readonly<Record<string, readonly string[]>> = {
  base: ['app/boot.tsx'],
  entry: ['features/sign-in/login-screen.tsx'],
  frame: ['app/signed-in-frame.tsx'],
  sale: [
    'features/shift/new-sale-screen.tsx',
    'features/bill/bill-screen.tsx',
    'features/checkout/checkout-screen.tsx',
  ],
};

/** Returns all modules that the given ones import, directly and by others, without these. */
function importedBy(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const fresh = modules.getModuleInfo(id)?.importedIds.filter((each) => !found.has(each)) ?? [];
    for (const each of fresh) found.add(each);
    open.push(...fresh);
  }
  for (const id of ids) found.delete(id);
  return found;
}

/** Returns a function for one build that names the file of a module, or null when no start needs the module. */
export function chunkNamer(): (id: string, modules: Modules) => string | null {
  let chunks: readonly (readonly [string, ReadonlySet<string>])[] | undefined;
  return (id, modules) => {
    chunks ??= Object.entries(starts).map(([name, paths]) => {
      const ids = paths.map((path) => join(source, path));
      return [name, importedBy(ids, modules)];
    });
    return chunks.find(([, members]) => members.has(id))?.[0] ?? null;
  };
}

/** Returns the bundler's groups of these files. A group takes what its modules import, so an earlier one goes first. */
export function chunkGroups(priority: number) {
  const chunkOf = chunkNamer();
  return Object.keys(starts).map((name, place) => ({
    name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
    priority: priority - place,
  }));
}
