/**
 * Names the files of the start in the page: the first one imports them only after it has looked for storage. The screens of a till and the font come
 * after them, and not only when something imports or draws with them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const link = (name: string, attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${name}` },
  injectTo: 'head',
});
const script = (name: string): HtmlTagDescriptor => link(name, { rel: 'modulepreload' });
const style = (name: string): HtmlTagDescriptor => link(name, { rel: 'stylesheet' });

const next = { fetchpriority: 'low' } as const;
/** The letters of most screens: without them the first screen is laid out twice. */
const font = /inter-latin-wght-normal-[^/]+\.woff2$/;

/** Returns the links for what the first screen of a till needs besides the start. */
const ofTill = (bundle: Bundle, names: readonly string[]): HtmlTagDescriptor[] => [
  ...names.map((name) => link(name, { rel: 'modulepreload', ...next })),
  ...stylesOf(bundle, names).map((name) => link(name, { rel: 'preload', as: 'style', ...next })),
  ...Object.keys(bundle)
    .filter((name) => font.test(name))
    .map((name) => link(name, { rel: 'preload', as: 'font', type: 'font/woff2', ...next })),
];

const theme = 'theme.js';

/**
 * Returns the Vite plugin that names the script before the first paint as a file which the browser keeps: all other files wait for it, at each start for a
 * round trip otherwise.
 */
export function keepTheme(folder: string): Plugin {
  return {
    name: 'keep-theme',
    apply: 'build',
    buildStart() {
      const source = readFileSync(join(folder, theme), 'utf8').replaceAll(/^ *\/\/.*\n| {2,}/gm, '');
      this.emitFile({ type: 'asset', name: theme, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const kept = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(theme));
        return kept ? html.replace(`/${theme}`, `/${kept.fileName}`) : html;
      },
    },
  };
}

/** Returns the Vite plugin. */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entryOf = (path: string) => files.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
        const [start, till] = [entryOf('/src/app/boot.tsx'), entryOf('/src/app/till-screens.ts')];
        if (!start || !till) return [];
        const names = withImports(bundle, start.fileName);
        const later = withImports(bundle, till.fileName).filter((name) => !names.includes(name));
        const isNew = (name: string): boolean => !html.includes(name);
        return [
          ...names.filter(isNew).map(script),
          ...stylesOf(bundle, names).filter(isNew).map(style),
          ...ofTill(bundle, later),
        ];
      },
    },
  };
}
