/** What the import rules need of a source file: its imports, its exports, and unwanted constructs. */
import { parseSync, Visitor } from 'rolldown/utils';
import { defaultTimezone } from '../../packages/domain/src/outlet/defaults.ts';

export interface Found {
  readonly line: number;
  readonly what: string;
}

interface Import {
  readonly from: string;
  readonly line: number;
  /** Whether the file is loaded together with this one: not by `import()`, and not for its types alone. */
  readonly isAtOnce: boolean;
}

export interface Source {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Constructs that the code style does not use, and marks of unfinished work. */
  readonly unwanted: readonly Found[];
}

const marks = /\b(?:TODO|FIXME|HACK|XXX)\b/;
/** Attributes that a person sees or a screen reader reads. */
const spoken = new Set(['alt', 'aria-description', 'aria-label', 'hint', 'label', 'placeholder', 'title']);
const letters = /\p{L}{2}/u;
/** Words that are the same in every language. */
const worldwide = new Set(['MVR']);

const runners = new Set(['it', 'test', 'describe', 'suite', 'bench']);
const notRun = new Set(['skip', 'only', 'todo', 'fixme', 'skipIf', 'runIf']);

/** Tests that the machine may be unable to run declare it by `skipIf`; `npm test` counts them, and CI fails on them. */
const conditional = new Set(['skipIf', 'runIf']);

/** Reads a TypeScript or JavaScript file; throws when it cannot be parsed. */
export function readSource(path: string, text: string): Source {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const lineOf = lineFinder(text);
  const unwanted: Found[] = [];
  const add = (at: number, what: string) => unwanted.push({ line: lineOf(at), what });

  const imports: Import[] = module.staticImports.map((one) => ({
    from: one.moduleRequest.value,
    line: lineOf(one.start),
    isAtOnce: !/^import\s+type\b/.test(text.slice(one.start, one.end)),
  }));
  for (const one of module.dynamicImports) {
    const literal = /^(['"])(.*)\1$/.exec(text.slice(one.moduleRequest.start, one.moduleRequest.end));
    if (literal?.[2]) imports.push({ from: literal[2], line: lineOf(one.start), isAtOnce: false });
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (entry.moduleRequest)
        imports.push({ from: entry.moduleRequest.value, line: lineOf(statement.start), isAtOnce: true });
      if (entry.exportName.kind === 'Default' || entry.exportName.name === 'default')
        add(statement.start, 'defaultExport');
      if (entry.moduleRequest && entry.importName.kind.startsWith('All')) add(statement.start, 'exportAll');
    }
  }
  for (const comment of comments) if (marks.test(comment.value)) add(comment.start, 'unfinished');

  new Visitor({
    TSEnumDeclaration: (node) => add(node.start, 'enum'),
    Decorator: (node) => add(node.start, 'decorator'),
    TSParameterProperty: (node) => add(node.start, 'parameterProperty'),
    Literal: ({ start, value }) => {
      if (value === defaultTimezone) add(start, 'defaultTimezone');
    },
    JSXText: (node) => {
      if (letters.test(node.value) && !worldwide.has(node.value.trim())) add(node.start, 'text');
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !spoken.has(name.name)) return;
      if (value?.type === 'Literal' && typeof value.value === 'string' && letters.test(value.value))
        add(value.start, 'text');
      if (value?.type === 'JSXExpressionContainer' && isWritten(value.expression)) add(value.start, 'text');
    },
    JSXExpressionContainer: ({ expression }) => {
      if (expression.type === 'Literal' && isWritten(expression)) add(expression.start, 'text');
    },
    MemberExpression: (node) => {
      if (node.computed || node.property.type !== 'Identifier' || !notRun.has(node.property.name)) return;
      const root = rootName(node.object);
      if (root && runners.has(root) && !conditional.has(node.property.name)) add(node.start, 'testNotRun');
    },
  }).visit(program);
  return { path, lines: text.replace(/\n$/, '').split('\n').length, imports, unwanted };
}

/** Returns whether an expression is a literal text, whole or in part. */
function isWritten(expression: unknown): boolean {
  if (!isObject(expression)) return false;
  if (expression['type'] === 'Literal')
    return typeof expression['value'] === 'string' && letters.test(expression['value']);
  if (expression['type'] === 'ConditionalExpression')
    return isWritten(expression['consequent']) || isWritten(expression['alternate']);
  if (expression['type'] !== 'TemplateLiteral' || !Array.isArray(expression['quasis'])) return false;
  return expression['quasis'].some(
    (part: unknown) => isObject(part) && isObject(part['value']) && letters.test(String(part['value']['raw'])),
  );
}

/** Returns the name at the start of `it.concurrent.each`. */
function rootName(node: { readonly type: string }): string | undefined {
  let at: unknown = node;
  while (isObject(at)) {
    if (at['type'] === 'Identifier') return typeof at['name'] === 'string' ? at['name'] : undefined;
    at = at['type'] === 'MemberExpression' ? at['object'] : at['type'] === 'CallExpression' ? at['callee'] : undefined;
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function lineFinder(text: string): (at: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((end) => end.index + 1)];
  return (at) => {
    let line = starts.findLastIndex((start) => start <= at);
    if (line < 0) line = 0;
    return line + 1;
  };
}
