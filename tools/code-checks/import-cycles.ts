/** No file needs itself by way of others, not even for a type. */
import { posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { isCode, type Problem, type TextFile } from './problem.ts';

const domainFolder = 'packages/domain/src/';

interface Edge {
  readonly to: string;
  readonly line: number;
}

function targetOf(path: string, from: string): string | undefined {
  if (from.startsWith('.')) return posix.join(posix.dirname(path), from);
  return from.startsWith('@atoll/domain/') ? `${domainFolder}${from.slice('@atoll/domain/'.length)}.ts` : undefined;
}

function edgesOf({ path, text }: TextFile): Edge[] {
  const { module } = parseSync(path, text);
  const lineOf = (position: number): number => text.slice(0, position).split('\n').length;
  return module.staticImports.flatMap((one) => {
    const to = targetOf(path, one.moduleRequest.value);
    return to === undefined ? [] : [{ to, line: lineOf(one.start) }];
  });
}

/** Returns one problem for each group of files that import each other, at the first file by name, with the shortest way around. */
export function cycleProblems(files: readonly TextFile[]): Problem[] {
  const graph = new Map(files.filter(({ path }) => isCode(path)).map((file) => [file.path, edgesOf(file)]));
  const done = new Set<string>();
  return [...graph.keys()].sort().flatMap((start) => {
    if (done.has(start)) return [];
    const way = shortestCycle(graph, start);
    if (!way) return [];
    for (const path of way) done.add(path);
    const line = graph.get(start)?.find(({ to }) => to === way[1])?.line ?? 1;
    const message = `These files import each other: ${way.join(' → ')}. Move the type or function that both need into a file of its own, below them.`;
    return [{ path: start, line, message }];
  });
}

/** Returns the files on the shortest way from a file back to itself, the file at both ends; undefined when there is none. */
function shortestCycle(graph: ReadonlyMap<string, readonly Edge[]>, start: string): readonly string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const { to } of graph.get(path) ?? []) {
      if (to === start) return [...wayTo(before, path), start];
      if (before.has(to) || !graph.has(to)) continue;
      before.set(to, path);
      queue.push(to);
    }
  }
  return undefined;
}

function wayTo(before: ReadonlyMap<string, string>, end: string): string[] {
  const way = [end];
  for (let at = before.get(end); at !== undefined; at = before.get(at)) way.unshift(at);
  return way;
}
