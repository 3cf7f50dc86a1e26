/**
 * Tells the bundler that the domain does nothing when it is loaded: it has no I/O. A declaration that is not used, such as
 * a schema of the API, is then left out.
 */
import type { Plugin } from 'vite';

const domainFile = /[\\/]packages[\\/]domain[\\/]src[\\/].*\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declaration?: Node | null;
  readonly declarations?: readonly { readonly init: Node | null }[];
}

/** Values that may call something when they are computed; functions do so only later. */
const computed = new Set([
  'CallExpression',
  'ObjectExpression',
  'ArrayExpression',
  'MemberExpression',
  'NewExpression',
]);

/** Returns the values of a module's declarations that are computed when it is loaded. */
function computedValues(body: readonly Node[]): Node[] {
  return body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => node?.declarations ?? [])
    .map(({ init }) => init)
    .filter((init) => init !== null)
    .filter(({ type }) => computed.has(type));
}

/** Returns the source with each computed value marked as free of side effects. */
export function markPure(source: string, body: readonly Node[]): string {
  return computedValues(body).reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
    source,
  );
}

/** Returns the Vite plugin. */
export function pureDomain(): Plugin {
  return {
    name: 'pure-domain',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!domainFile.test(id)) return undefined;
      const { body } = this.parse(code) as unknown as { readonly body: readonly Node[] };
      return { code: markPure(code, body), map: null, moduleSideEffects: false };
    },
  };
}
