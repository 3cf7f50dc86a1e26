/** Names the files of the start in the page: the first one imports them only after it has looked for storage. */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Returns the scripts that a script imports, directly or not, with itself. */
function withImports(bundle: Bundle, first: string): string[] {
  const found = new Set<string>();
  const waiting = [first];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = bundle[name];
    if (found.has(name) || file?.type !== 'chunk') continue;
    found.add(name);
    waiting.push(...file.imports);
  }
  return [...found];
}

/** Returns the style sheets of scripts. */
const stylesOf = (bundle: Bundle, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const file = bundle[name];
    return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
  });

const script = (name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
  injectTo: 'head',
});
const style = (name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` },
  injectTo: 'head',
});

/** Returns the Vite plugin. */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.values(bundle).filter((file) => file.type === 'chunk');
        const start = files.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/app/boot.tsx'));
        if (!start) return [];
        const names = withImports(bundle, start.fileName);
        const isNew = (name: string): boolean => !html.includes(name);
        return [...names.filter(isNew).map(script), ...stylesOf(bundle, names).filter(isNew).map(style)];
      },
    },
  };
}
