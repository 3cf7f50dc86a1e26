/**
 * Puts the parts that come after the first screen (panels, dialogs, the screens of a sale) into one file. They are all fetched anyway, and the
 * bundler would write a file for each: a hundred requests at every start of a till.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The module that contains all parts. */
export const partsModule = '\0parts-in-one';

const imports = /\bimport\(\s*'(\.[^']+\.tsx?)'\s*\)/g;
const declares = /\b(?:later|laterPay)\(/;

/** What a device shows before anybody has signed in, or says when files are missing, must not wait for the rest. */
const ownFile = /[\\/](app[\\/]app|ui[\\/]overlay[\\/]tip)\.tsx$|[\\/]lock-screen\.tsx$/;

/** The screens with which a till sells without the server, in the list of all screens. */
const saleScreens = ['New Sale', 'Select Customer', 'Select Size', 'Checkout', 'Settle Bill', 'Close Shift'];
const screenList = /[\\/]screen-loaders\.ts$/;

const slashed = (path: string): string => path.replaceAll('\\', '/');

/** Returns the files that a module imports when it needs them. */
function importedLater(id: string, source: string): string[] {
  const lines = screenList.test(id)
    ? saleScreens.flatMap(
        (name) => source.match(new RegExp(`'?${name}'?: async \\(\\) =>\\s*\\(await import\\([^)]*\\)`)) ?? [],
      )
    : [source];
  return lines.flatMap((text) => [...text.matchAll(imports)]).map(([, path = '']) => slashed(join(dirname(id), path)));
}

/** Returns the parts in a folder of sources, sorted. */
export function partsOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name));
  const found = files.flatMap((id) => {
    const source = readFileSync(id, 'utf8');
    return !ownFile.test(id) && (screenList.test(id) || declares.test(source)) ? importedLater(id, source) : [];
  });
  return [...new Set(found)].filter((id) => !ownFile.test(id)).sort();
}

/** Returns the Vite plugin for a folder of sources. */
export function partsInOne(folder: string): Plugin {
  let parts: string[] = [];
  return {
    name: 'parts-in-one',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      parts = partsOf(folder);
    },
    resolveId: (id) => (id === partsModule ? id : undefined),
    load: (id) =>
      id === partsModule
        ? parts.map((part, place) => `export * as part${place} from ${JSON.stringify(part)};`).join('\n')
        : undefined,
    transform(code, id) {
      if (!slashed(id).startsWith(slashed(folder))) return undefined;
      const changed = code.replace(imports, (whole, path: string) => {
        const place = parts.indexOf(slashed(join(dirname(id), path)));
        return place < 0 ? whole : `import(${JSON.stringify(partsModule)}).then((all) => all.part${place})`;
      });
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}
