/** `/api/docs`: the contract as a page to read and as OpenAPI JSON. One file, no script, nothing from elsewhere. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

type Json = Record<string, unknown>;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem; text-transform: capitalize }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .6rem 0 }
summary { cursor: pointer }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem }
pre { overflow: auto; padding: .75rem; border-radius: .4rem; background: color-mix(in srgb, currentColor 7%, transparent) }
.method { display: inline-block; min-width: 4rem; font-weight: 600 }
.quiet { opacity: .75 }
td { padding: .15rem 1rem .15rem 0; vertical-align: top }
`;

const escaped = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

const block = (title: string, schema: unknown): string =>
  schema ? `<p class="quiet">${title}</p><pre>${escaped(JSON.stringify(schema, null, 2))}</pre>` : '';

function jsonSchema(content: unknown): unknown {
  return (content as Record<string, { schema?: Json }> | undefined)?.['application/json']?.schema;
}

function operationHtml(path: string, method: string, operation: Json): string {
  const responses = operation['responses'] as Record<string, Json>;
  const body = (operation['requestBody'] as Json | undefined)?.['content'];
  const parameters = (operation['parameters'] as { name: string; in: string }[])
    .map((p) => `${p.name} (${p.in})`)
    .join(', ');
  const answers = Object.entries(responses)
    .map(([status, answer]) => `<tr><td><code>${status}</code></td><td>${escaped(answer['description'])}</td></tr>`)
    .join('');
  return `<details id="${escaped(operation['operationId'])}"><summary><span class="method">${method.toUpperCase()}</span>
<code>${escaped(path)}</code> <span class="quiet">${escaped(operation['summary'])}</span></summary>
<p>${escaped(operation['description'])}</p>${parameters ? `<p>Takes ${escaped(parameters)}.</p>` : ''}
${block('Body', jsonSchema(body))}${block('Answer', jsonSchema(responses['200']?.['content']))}<table>${answers}</table></details>`;
}

/** Answers the page for an OpenAPI document. */
export function docsPage(document: Json): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = (operation['tags'] as string[])[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(path, method, operation)]);
    }
  }
  const info = document['info'] as Json;
  const sections = [...byTag].map(([tag, parts]) => `<h2>${escaped(tag)}</h2>${parts.join('')}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Atoll: the wire</title><style>${style}</style></head><body><h1>Atoll ${escaped(info['version'])}: the wire</h1>
<p>${escaped(info['description'])} The same as <a href="/api/docs/openapi.json">OpenAPI 3.1</a>.</p>${sections}</body></html>`;
}

/** Registers the two addresses. The page is made at the first visit. */
export function serveDocs(app: FastifyInstance, version: string): void {
  let page: string | undefined;
  let document: string | undefined;
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;
  app.get('/api/docs', { config: { openBecause: 'documentation' } }, (_request, reply) => {
    page ??= docsPage(openApi(version));
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
  });
  app.get('/api/docs/openapi.json', { config: { openBecause: 'documentation' } }, (_request, reply) => {
    document ??= JSON.stringify(openApi(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
