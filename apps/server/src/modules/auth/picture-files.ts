/** Pictures of people: readable by everybody who has the address. The picture at an address never changes. */
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../../platform/errors/answer.ts';
import type { Services } from '../../platform/http/services.ts';

/** Returns the address of a person's picture. */
export function personPictureUrl(key: string): string {
  return `/files/people/${key}`;
}

/** Serves `/files/people/{key}`. */
export function servePersonPictures(app: FastifyInstance, { store }: Services): void {
  app.get<{ Params: { key: string } }>(
    '/files/people/:key',
    { config: { openBecause: 'an img element cannot send a token' } },
    async (request, reply) => {
      const { key } = request.params;
      const row = /^[\w-]{1,80}$/.test(key)
        ? await store.readOrg((db) =>
            db.selectFrom('person_picture').select(['content', 'sha256']).where('key', '=', key).executeTakeFirst(),
          )
        : undefined;
      if (!row) return sendRefusal(reply, anyRefusal('notFound'));
      const etag = `"${row.sha256}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.header('content-type', 'image/webp').send(Buffer.from(row.content));
    },
  );
}
