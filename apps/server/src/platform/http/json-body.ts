/** Bodies are JSON and nothing else: a form or plain text from a foreign page is refused (415). An empty body is none. */
import type { FastifyInstance } from 'fastify';

/** Replaces the built-in readers of bodies. */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
