/** Checks the length of functions, so that a reader can understand each one at once. */
import { parseSync, Visitor } from 'rolldown/utils';
import { isCode, isTest, lineAt, type Problem, type TextFile } from './problem.ts';

/** Lines that a function may have, from its first to its last. */
export const maxLines = 80;

type Node = { readonly start: number } & (
  | { readonly type: 'CallExpression'; readonly arguments: readonly Node[] }
  | { readonly type: string }
);

interface LongFunction {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

/** Returns the functions of a file that are too long, with the name that each is known by. */
export function longFunctions({ path, text }: TextFile): LongFunction[] {
  const names = new Map<number, string>();
  const found: LongFunction[] = [];
  const add = ({ start, end }: { readonly start: number; readonly end: number }, own?: string): void => {
    const line = lineAt(text, start);
    const lines = lineAt(text, end) - line + 1;
    if (lines > maxLines) found.push({ name: own ?? names.get(start) ?? 'anonymous', line, lines });
  };
  // A function that is passed as an argument gets the name of the result: memo(() => …), create()(persist(() => …)).
  const nameAll = (node: Node, name: string): void => {
    names.set(node.start, name);
    if ('arguments' in node) for (const given of node.arguments) nameAll(given, name);
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || !init) return;
      nameAll(init, id.name);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value.start, key.name);
    },
    MethodDefinition: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value.start, key.name);
    },
    FunctionDeclaration: (node) => add(node, node.id?.name),
    FunctionExpression: (node) => add(node, node.id?.name),
    ArrowFunctionExpression: (node) => add(node),
  }).visit(parseSync(path, text).program);
  return found;
}

/** Returns the long functions that have no stated reason, and the reasons that no long function needs any more. */
export function functionProblems(
  files: readonly TextFile[],
  exceptions: Readonly<Record<string, string>> = {},
): Problem[] {
  const unused = new Set(Object.keys(exceptions));
  const problems = files
    .filter(({ path }) => isCode(path) && !isTest(path))
    .flatMap((file) =>
      longFunctions(file).flatMap(({ name, line, lines }) => {
        const key = `${file.path}#${name}`;
        if (unused.delete(key) || key in exceptions) return [];
        const message = `${name} has ${lines} lines, at most ${maxLines}. Give the parts that have a name functions of their own, or state the reason in tools/code-checks/exceptions.ts.`;
        return [{ path: file.path, line, message }];
      }),
    );
  const outdated = [...unused].map((key) => ({
    path: 'tools/code-checks/exceptions.ts',
    line: 1,
    message: `${key} is short enough now. Remove its exception.`,
  }));
  return [...problems, ...outdated];
}
