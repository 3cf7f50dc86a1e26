/** Builds docs/guide into the app: /help/{page}.html with style sheet and pictures, which work offline like the rest of the app. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { resolveBreakpoints } from '../src/styles/breakpoints.ts';
import { guideHtml, guideOrder, readGuidePage } from './page.ts';

const web = join(import.meta.dirname, '..');
const folder = join(web, '../../docs/guide');

/** Returns the files of the guide by their names below /help. */
export function guideFiles(): Map<string, string | Uint8Array> {
  const pages = guideOrder.map((name) => readGuidePage(name, readFileSync(join(folder, `${name}.md`), 'utf8')));
  const files = new Map<string, string | Uint8Array>(
    pages.map((page) => [`${page.name}.html`, guideHtml(page, pages)]),
  );
  const sheets = [join(web, 'src/styles/tokens.css'), join(web, 'guide/guide.css')];
  files.set('guide.css', sheets.map((sheet) => resolveBreakpoints(readFileSync(sheet, 'utf8'))).join('\n'));
  const pictures = join(folder, 'pictures');
  const names = existsSync(pictures) ? readdirSync(pictures).filter((name) => name.endsWith('.webp')) : [];
  for (const name of names) files.set(`pictures/${name}`, readFileSync(join(pictures, name)));
  return files;
}

const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', webp: 'image/webp' };

/** Returns the Vite plugin; the development server converts a page on each request. */
export function guide(): Plugin {
  return {
    name: 'guide',
    generateBundle() {
      for (const [name, source] of guideFiles()) this.emitFile({ type: 'asset', fileName: `help/${name}`, source });
    },
    configureServer(server) {
      server.middlewares.use('/help/', (request, response, next) => {
        const name = (request.url ?? '').replace(/^\/|[?#].*$/g, '');
        const found = guideFiles().get(name);
        if (found === undefined) return next();
        response.setHeader('content-type', `${types[name.split('.').at(-1) ?? ''] ?? 'text/plain'}; charset=utf-8`);
        return response.end(found);
      });
    },
  };
}
