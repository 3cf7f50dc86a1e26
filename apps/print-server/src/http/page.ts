/** The print server's own page: printers, jobs and the pairing code. It may not be framed and runs only its own script. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Adds the routes of the page and of its files. */
export function addPage(app: FastifyInstance): void {
  const files = [
    ['/', 'page.html', 'text/html; charset=utf-8'],
    ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
    ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ] as const;
  for (const [path, name, type] of files) {
    const content = readFileSync(new URL(`../page/${name}`, import.meta.url));
    app.get(path, async (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('x-frame-options', 'DENY')
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-resource-policy', 'same-origin')
        .type(type)
        .send(content),
    );
  }
}
