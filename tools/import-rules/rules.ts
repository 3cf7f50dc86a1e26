/**
 * The import rules and the code style: what a file may import and which constructs are not used, each with what to do
 * instead.
 */
import { posix } from 'node:path';
import { domainFor, domainPackages, engines, openTo, type Place, placeOf } from './layers.ts';
import type { Source } from './source.ts';

export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const badFolders = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'shared']);

const instead: Readonly<Record<string, string>> = {
  defaultExport: 'Default export. Export it by its name, so that it is called the same everywhere.',
  exportAll:
    'Everything of another file is exported again. Let the reader import that file; there are no barrels here.',
  unfinished: 'A mark of unfinished work. Finish it, or leave it out and say so in an issue.',
  enum: 'An enum cannot be stripped. Use a const list and the union of its members.',
  decorator: 'A decorator cannot be stripped. Call the function by name.',
  parameterProperty: 'A parameter property cannot be stripped. Declare the field and assign it.',
  defaultTimezone:
    'The default timezone, written again. Import defaultTimezone from the domain (outlet/defaults); screens call useTimezone() of sync/outlet-time.ts.',
  text: 'A text in the code. Put it into the message catalogue (apps/web/src/locale), so that every language has it.',
  testNotRun:
    'A test that does not run proves nothing. Fix it or delete it (skipIf, for what a machine lacks, is counted).',
};

/** The file that defines the defaults of an outlet. */
const defaultsFile = 'packages/domain/src/outlet/defaults.ts';

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /\/testing\//.test(path);
/** Returns whether a tool that reads the file needs its default export. */
const isAskedFor = (path: string) => path.endsWith('.config.ts') || path === 'e2e/support/seeded.ts';

/** Returns whether the file is part of the product and takes defaults of an outlet from the file that defines them. */
const isProduct = (path: string) => /^(?:apps|packages)\//.test(path) && !isTest(path) && path !== defaultsFile;

/** Returns whether texts of the file must come from the message catalogue; tests may contain the texts that they look for. */
const isScreen = (path: string) => path.startsWith('apps/web/src/') && !isTest(path);

/**
 * Returns what is wrong with the files, in their order. `sources` are all files of the project, to find cycles between
 * modules.
 */
export function findProblems(sources: readonly Source[]): Problem[] {
  const problems = sources.flatMap((source) => [...styleProblems(source), ...importProblems(source)]);
  return [...problems, ...cycleProblems(sources), ...sizeProblems(sources)];
}

/** Limits the size of the engines that build screens and calls from definitions, so that a reader can understand them whole. */
function sizeProblems(sources: readonly Source[]): Problem[] {
  const { layers, maxLines } = engines;
  const own = sources.filter(({ path }) => !isTest(path) && layers.some((layer) => path.startsWith(layer)));
  const lines = own.reduce((sum, source) => sum + source.lines, 0);
  if (lines <= maxLines) return [];
  const longest = own.reduce((one, other) => (other.lines > one.lines ? other : one));
  const message = `The engines (${layers.join(', ')}) have ${lines} lines together, more than ${maxLines}. Remove duplicated code, or move code that one module or feature needs into that module or feature.`;
  return [{ path: longest.path, line: 1, message }];
}

function styleProblems({ path, unwanted }: Source): Problem[] {
  const problems: Problem[] = unwanted
    .filter(({ what }) => !(what === 'defaultExport' && isAskedFor(path)) && !(what === 'text' && !isScreen(path)))
    .filter(({ what }) => what !== 'defaultTimezone' || isProduct(path))
    .map(({ line, what }) => ({ path, line, message: instead[what] ?? what }));
  const folder = posix
    .dirname(path)
    .split('/')
    .find((name) => badFolders.has(name));
  if (folder) {
    problems.push({
      path,
      line: 1,
      message: `A folder named '${folder}' says nothing. Name it after the thing in it.`,
    });
  }
  if (/^index\.tsx?$/.test(posix.basename(path))) {
    problems.push({ path, line: 1, message: 'A barrel. Delete it, and import the files themselves.' });
  }
  return problems;
}

function importProblems({ path, imports }: Source): Problem[] {
  const here = placeOf(path);
  if (!here) return [];
  return imports.flatMap(({ from, line, isAtOnce }) => {
    const late = isAtOnce ? chartMessage(path, from) : undefined;
    const message = late ?? (from.startsWith('.') ? nearMessage(path, here, from) : farMessage(path, here, from));
    return message ? [{ path, line, message }] : [];
  });
}

/** The file of the web app that has the chart library, which is loaded when a chart is shown (R35.79). */
const chartLibrary = 'apps/web/src/ui/plot/chart-library.ts';

/** Checks that screens without a chart do not load the chart library. */
function chartMessage(path: string, from: string): string | undefined {
  if (!path.startsWith('apps/web/src/') || path === chartLibrary) return undefined;
  if (/^(?:echarts|zrender)(?:\/|$)/.test(from))
    return `'${from}' would be loaded by every screen. Import what is needed of it in ${chartLibrary}.`;
  const target = from.startsWith('.') ? posix.join(posix.dirname(path), from) : from;
  return target === chartLibrary ? 'The chart library is loaded when a chart is shown: use import().' : undefined;
}

/** Checks an import by a relative path. */
function nearMessage(path: string, here: Place, from: string): string | undefined {
  const target = posix.join(posix.dirname(path), from);
  const there = placeOf(target);
  if (!there) {
    const leaves = /^(?:apps|packages|e2e|bench|tools)\//.test(target) && !isTest(path);
    if (!leaves || target.startsWith(path.split('/').slice(0, 2).join('/'))) return undefined;
    return `'${from}' is outside of the product. Move what is needed into ${here.part}.`;
  }
  if (there.part !== here.part) {
    if (there.part === 'domain') return `Import the domain by its name: '@atoll/domain/…' instead of '${from}'.`;
    return `${here.part} may not import from ${there.part}: apps never import each other. What both need belongs in the domain.`;
  }
  if (here.layer === undefined || there.layer === undefined) return undefined;
  return isTest(path) ? undefined : layerMessage(here, there, target);
}

function layerMessage(here: Place, there: Place, target: string): string | undefined {
  const { part, layer = '' } = here;
  if (there.layer === layer) return sameLayerMessage(here, there, target);
  const open = openTo(part, layer);
  if (!open)
    return `${part} has no layer '${layer}'. Give it a place in tools/import-rules/layers.ts and docs/architecture.md, or move the file.`;
  if (open.includes(there.layer ?? '')) return undefined;
  const allowed = open.length > 0 ? `only from ${open.join(', ')}` : 'from nothing of its own part';
  const advice =
    part === 'domain'
      ? 'Take what you need as an argument, or move it to the left.'
      : 'Move what both need to the left, or pass it in from the right.';
  return `${part}/${layer} may not import from ${part}/${there.layer}: ${allowed}. ${advice}`;
}

/** Checks an import within a layer: modules use each other's services only; features never import each other. */
function sameLayerMessage(here: Place, there: Place, target: string): string | undefined {
  if (here.noun === there.noun) return undefined;
  if (here.layer === 'features') {
    return `features/${here.noun} may not import from features/${there.noun}. What two features share belongs in a folder of its noun beside features: web/bill, web/approval, web/record.`;
  }
  if (here.layer === 'modules' && posix.basename(target) !== 'service.ts') {
    return `modules/${here.noun} may reach modules/${there.noun} only through its service.ts. Export there what you need.`;
  }
  return undefined;
}

/** Checks an import by a package's name. */
function farMessage(path: string, here: Place, from: string): string | undefined {
  const domainLayer = /^@atoll\/domain\/([^/]+)/.exec(from)?.[1];
  if (from.startsWith('@atoll/') && !domainLayer) {
    return from === '@atoll/domain'
      ? "The domain has no barrel. Import the file: '@atoll/domain/bill/bill'."
      : `'${from}' is another app. What both need belongs in the domain.`;
  }
  if (here.part === 'domain') {
    if (domainLayer) return `Inside the domain import by path, not '${from}'.`;
    const allowed = [...domainPackages.code, ...(isTest(path) ? domainPackages.test : [])];
    if (allowed.includes(from) || (isTest(path) && from.startsWith('node:'))) return undefined;
    return `The domain imports no '${from}': it has no I/O, clock or randomness, and no package but ${domainPackages.code.join(', ')}. Take the value as an argument.`;
  }
  const layers = domainFor[here.part];
  if (domainLayer && layers && !layers.includes(domainLayer) && !isTest(path)) {
    return `${here.part} may take only ${layers.join(', ')} from the domain, not '${domainLayer}'. Let the contract carry what is needed.`;
  }
  return undefined;
}

/** Returns modules that need each other's services, one line for each cycle. */
function cycleProblems(sources: readonly Source[]): Problem[] {
  const edges = new Map<string, Map<string, { path: string; line: number }>>();
  for (const { path, imports } of sources) {
    const here = placeOf(path);
    if (here?.layer !== 'modules' || !here.noun || isTest(path)) continue;
    for (const { from, line } of imports) {
      const there = from.startsWith('.') ? placeOf(posix.join(posix.dirname(path), from)) : undefined;
      if (there?.layer !== 'modules' || !there.noun || there.noun === here.noun) continue;
      const out = edges.get(here.noun) ?? new Map<string, { path: string; line: number }>();
      edges.set(here.noun, out.set(there.noun, out.get(there.noun) ?? { path, line }));
    }
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from)?.keys() ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return reaches(next, to, seen.add(next));
    });
  return [...edges].flatMap(([noun, out]) =>
    [...out].flatMap(([other, at]) =>
      noun < other && reaches(other, noun)
        ? [
            {
              ...at,
              message: `modules/${noun} and modules/${other} need each other. Let the caller pass what one of them needs, or make the shared part a module.`,
            },
          ]
        : [],
    ),
  );
}
