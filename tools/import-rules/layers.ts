/** Which layer a file belongs to, and which layers it may import from, as data. Source: docs/rules.md#import-rules. */

/** The domain, from left to right: a noun imports those before it, and the foundations. */
const foundations = ['money', 'date', 'refusal'];
const nouns = [
  'access',
  'payment',
  'outlet',
  'wallet',
  'tax',
  'menu',
  'price',
  'stock',
  'account',
  'bill',
  'points',
  'ticket',
  'delivery',
  'kitchen',
  'shift',
  'report',
  'website',
  'offsite',
  'trust',
];
const allNouns = [...foundations, ...nouns];
const domain: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(foundations.map((layer) => [layer, []])),
  ...Object.fromEntries(nouns.map((layer, index) => [layer, [...foundations, ...nouns.slice(0, index)]])),
  form: allNouns,
  grid: allNouns,
  resources: [...allNouns, 'form', 'grid'],
  contract: [...allNouns, 'form', 'grid', 'resources'],
  nav: [...allNouns, 'form', 'grid', 'resources'],
};

/** The server. `main` is the files beside the folders (app.ts, main.ts), which put everything together. */
const server: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  search: ['platform'],
  resource: ['platform', 'search'],
  hub: ['platform'],
  modules: ['platform', 'search', 'resource', 'hub'],
  seed: ['platform', 'search', 'resource', 'hub', 'modules'],
  main: ['platform', 'search', 'resource', 'hub', 'modules', 'seed'],
};

/** What the web app keeps and exchanges with the server and the print server, without any screen. These folders import each other. */
const data = ['api', 'bills', 'clock', 'kitchen', 'outbox', 'printing', 'session', 'storage', 'sync'];
const words = ['styles', 'locale'];
const lists = [...words, ...data, 'ui', 'form', 'grid'];

/** What several features share of one noun. These folders import each other. */
const shared = ['approval', 'bill', 'cash', 'customer', 'delivery', 'person', 'record', 'stock', 'unsent'];

const web: Readonly<Record<string, readonly string[]>> = {
  styles: [],
  locale: [],
  ...Object.fromEntries(data.map((layer) => [layer, ['locale', ...data]])),
  ui: words,
  form: [...words, ...data, 'ui'],
  grid: [...words, ...data, 'ui'],
  csv: lists,
  resource: [...lists, 'csv'],
  ...Object.fromEntries(shared.map((layer) => [layer, [...lists, 'csv', 'resource', ...shared]])),
  features: [...lists, 'csv', 'resource', ...shared],
  app: [...lists, 'csv', 'resource', ...shared, 'features'],
};

/** The engines that build screens and calls from definitions, and how many lines they may have without their tests. */
export const engines = { layers: ['apps/server/src/resource/', 'apps/web/src/resource/'], maxLines: 2000 };

/** What each part of the project may import from the domain; absent for everything. */
export const domainFor: Readonly<Record<string, readonly string[]>> = {
  'print-server': [...foundations, 'outlet', 'ticket', 'contract'],
};

/** A part of the project, its layers, and its folder. */
export interface Part {
  readonly name: string;
  readonly folder: string;
  /** Absent for a part without layers. */
  readonly layers?: Readonly<Record<string, readonly string[]>>;
}

export const parts: readonly Part[] = [
  { name: 'domain', folder: 'packages/domain/src/', layers: domain },
  { name: 'server', folder: 'apps/server/src/', layers: server },
  { name: 'web', folder: 'apps/web/src/', layers: web },
  { name: 'print-server', folder: 'apps/print-server/src/' },
];

/** The packages that the domain may import; `test` only in its tests. */
export const domainPackages = { code: ['zod/mini'], test: ['vitest', 'fast-check'] };

/** The place of a file. `noun` is the folder inside `modules` or `features`; `layer` is absent in a part without layers. */
export interface Place {
  readonly part: string;
  readonly layer?: string;
  readonly noun?: string;
}

/** Returns the place of a file, or undefined outside the parts (tools, e2e, bench, configuration). */
export function placeOf(path: string): Place | undefined {
  const part = parts.find((one) => path.startsWith(one.folder));
  if (!part) return undefined;
  if (!part.layers) return { part: part.name };
  const [first = '', second = ''] = path.slice(part.folder.length).split('/');
  const layer = second === '' ? 'main' : first;
  return layer === 'modules' || layer === 'features'
    ? { part: part.name, layer, noun: second.replace(/\.\w+$/, '') }
    : { part: part.name, layer };
}

/** Returns the layers that a layer may import from besides itself; undefined for an unknown layer. */
export function openTo(part: string, layer: string): readonly string[] | undefined {
  return parts.find((one) => one.name === part)?.layers?.[layer];
}
