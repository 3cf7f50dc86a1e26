/** Accepts only JSON bodies: a form or plain text from a foreign page is refused (415). An empty body counts as none. */
import type { FastifyInstance } from 'fastify';

/** Replaces the built-in body parsers. */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
