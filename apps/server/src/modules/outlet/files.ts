/** Public pictures of an outlet: open to everybody who knows the address, and immutable under it. */
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../../platform/errors/answer.ts';
import type { Services } from '../../platform/http/services.ts';

const shown = new Set(['image/webp', 'image/png', 'image/jpeg']);

/** Prefix of keys that are not public. The module that stores such a file serves it to permitted users. */
export const privateFile = 'doc-';

/** Returns the address of a file. */
export function fileUrl(outletId: number, key: string): string {
  return `/files/${outletId}/${key}`;
}

/** Serves `/files/{outlet}/{key}`. */
export function serveFiles(app: FastifyInstance, { store }: Services): void {
  app.get<{ Params: { outletId: string; key: string } }>(
    '/files/:outletId/:key',
    { config: { openBecause: 'an img element cannot send a token' } },
    async (request, reply) => {
      const { outletId, key } = request.params;
      const isName = /^\d{1,15}$/.test(outletId) && /^[\w-]{1,80}$/.test(key) && !key.startsWith(privateFile);
      const row = isName
        ? await store.readOutlet(Number(outletId), (db) =>
            db
              .selectFrom('file')
              .select(['mime', 'content', 'sha256'])
              .where('outlet_id', '=', Number(outletId))
              .where('key', '=', key)
              .executeTakeFirst(),
          )
        : undefined;
      if (!row || !shown.has(row.mime)) return sendRefusal(reply, anyRefusal('notFound'));
      const etag = `"${row.sha256}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.header('content-type', row.mime).send(Buffer.from(row.content));
    },
  );
}
