/** Which layer a file belongs to, and which layers it may import from, as data. Source: docs/rules.md#import-rules. */

/** The domain, from the left: a noun imports those before it, besides the foundations. */
const foundations = ['money', 'date', 'refusal'];
const nouns = [
  'access',
  'payment',
  'outlet',
  'tax',
  'menu',
  'stock',
  'account',
  'bill',
  'ticket',
  'delivery',
  'kitchen',
  'shift',
  'report',
  'website',
];
const ground = [...foundations, ...nouns];
const domain: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(foundations.map((room) => [room, []])),
  ...Object.fromEntries(nouns.map((room, at) => [room, [...foundations, ...nouns.slice(0, at)]])),
  form: ground,
  grid: ground,
  resources: [...ground, 'form', 'grid'],
  contract: [...ground, 'form', 'grid', 'resources'],
  nav: [...ground, 'form', 'grid', 'resources'],
};

/** The server: `main` is what stands beside the folders (app.ts, main.ts) and puts everything together. */
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
  ...Object.fromEntries(data.map((room) => [room, ['locale', ...data]])),
  ui: words,
  form: [...words, ...data, 'ui'],
  grid: [...words, ...data, 'ui'],
  resource: lists,
  ...Object.fromEntries(shared.map((room) => [room, [...lists, 'resource', ...shared]])),
  features: [...lists, 'resource', ...shared],
  app: [...lists, 'resource', ...shared, 'features'],
};

/** What makes screens and calls out of definitions, and how many lines it may have without its tests. */
export const engines = { rooms: ['apps/server/src/resource/', 'apps/web/src/resource/'], mostLines: 2000 };

/** What each part of the project may take from the domain; absent: all of it. */
export const domainFor: Readonly<Record<string, readonly string[]>> = {
  'print-server': [...foundations, 'ticket', 'contract'],
};

/** A part of the project, its rooms, and where their folder lies. */
export interface Part {
  readonly name: string;
  readonly folder: string;
  /** Absent: the part has no walls inside. */
  readonly rooms?: Readonly<Record<string, readonly string[]>>;
}

export const parts: readonly Part[] = [
  { name: 'domain', folder: 'packages/domain/src/', rooms: domain },
  { name: 'server', folder: 'apps/server/src/', rooms: server },
  { name: 'web', folder: 'apps/web/src/', rooms: web },
  { name: 'print-server', folder: 'apps/print-server/src/' },
];

/** The packages that the domain may import; `test` only in its tests. */
export const domainPackages = { code: ['zod/mini'], test: ['vitest', 'fast-check'] };

/** Where a file stands. `noun` is the folder inside `modules` or `features`; `room` is absent in a part without walls. */
export interface Place {
  readonly part: string;
  readonly room?: string;
  readonly noun?: string;
}

/** Answers where a file of the project stands, or undefined outside the parts (tools, e2e, bench, configuration). */
export function placeOf(path: string): Place | undefined {
  const part = parts.find((one) => path.startsWith(one.folder));
  if (!part) return undefined;
  if (!part.rooms) return { part: part.name };
  const [first = '', second = ''] = path.slice(part.folder.length).split('/');
  const room = second === '' ? 'main' : first;
  return room === 'modules' || room === 'features'
    ? { part: part.name, room, noun: second.replace(/\.\w+$/, '') }
    : { part: part.name, room };
}

/** Answers the rooms that a room may import from besides itself; undefined for a room that the house does not have. */
export function openTo(part: string, room: string): readonly string[] | undefined {
  return parts.find((one) => one.name === part)?.rooms?.[room];
}
