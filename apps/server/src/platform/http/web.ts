/**
 * Serves the built web app: files with a hash in their name are cached permanently, all others are revalidated, and app
 * routes answer index.html.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { sendRefusal } from '../errors/answer.ts';
import { pagePolicy, styleNonceMark } from './headers.ts';

const isApi = (url: string): boolean => url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
/** The name of a file of the build: no folder, nothing hidden. */
const assetName = /^\w[\w.-]*$/;
const hasExtension = /\.[a-z0-9]{1,8}(\?|$)/i;

/** Serves the web app when it was built, and answers 404 to everything that is neither a file nor a screen. */
export async function serveWeb(app: FastifyInstance, config: Config): Promise<void> {
  const indexPath = join(config.webDir, 'index.html');
  const isBuilt = existsSync(indexPath);
  let read = { at: 0, text: '' };

  /** The page names files of its own build: after a new build it is read again. */
  const currentPage = (): string => {
    const at = statSync(indexPath).mtimeMs;
    if (at !== read.at) read = { at, text: readFileSync(indexPath, 'utf8') };
    return read.text;
  };

  const sendPage = (reply: FastifyReply): FastifyReply => {
    const index = currentPage();
    reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache');
    if (!index.includes(styleNonceMark)) return reply.send(index);
    const nonce = randomBytes(16).toString('base64');
    reply.header('content-security-policy', pagePolicy(config, nonce));
    return reply.send(index.replaceAll(styleNonceMark, nonce));
  };

  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: config.webDir,
      index: false,
      preCompressed: true,
      cacheControl: false,
      wildcard: true,
      globIgnore: ['index.html'],
      setHeaders: (reply, path) => {
        if (!path.includes('/assets/')) return void reply.header('cache-control', 'no-cache');
        // It never changes, so nobody asks whether it did.
        reply.removeHeader('etag').removeHeader('last-modified');
        return void reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
    // The plugin's own route lists the whole folder for each request; `sendFile` opens the one file.
    const open = { config: { openBecause: 'files of the page' } };
    app.get<{ Params: { file: string } }>('/assets/:file', open, ({ params: { file } }, reply) =>
      assetName.test(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound(),
    );
    for (const url of ['/', '/index.html']) {
      app.get(url, { config: { openBecause: 'the page itself' } }, (_request, reply) => sendPage(reply));
    }
  }

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isScreen = request.method === 'GET' && !isApi(request.url) && !hasExtension.test(request.url);
    if (isScreen && isBuilt) return sendPage(reply);
    const details = isScreen ? 'The web app is not built yet: npm start builds it' : '';
    return sendRefusal(reply, anyRefusal('notFound', { details }));
  });
}
