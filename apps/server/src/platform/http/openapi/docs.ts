/**
 * `/api/docs`: the contract in Swagger UI, and as OpenAPI JSON. The files of the viewer come from its package and are
 * served from here, so that the page loads nothing from other servers and its policy allows no inline script. Source:
 * docs/rules.md#calls.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** The viewer's own files, with their types. */
const viewerFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const page = (version: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Atoll ${version}: API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="viewer"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  validatorUrl: null,
});
`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Registers the page, its files and the document. They are read or created at the first visit, so that they do not
 * delay the start.
 */
export function serveDocs(app: FastifyInstance, version: string): void {
  const config = { openBecause: 'documentation' };
  let document: string | undefined;
  app.get('/api/docs', { config }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page(version)),
  );
  app.get('/api/docs/start.js', { config }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  for (const [name, type] of Object.entries(viewerFiles)) {
    app.get(`/api/docs/${name}`, { config }, async (_request, reply) =>
      reply.type(type).send(await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)))),
    );
  }
  app.get('/api/docs/openapi.json', { config }, async (_request, reply) => {
    const { openApi } = await import('./openapi.ts');
    document ??= JSON.stringify(openApi(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
