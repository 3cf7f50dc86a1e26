/** Forms with files, for the endpoints that say so and for no others. A file comes as its bytes. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { mostImageBytes } from '../image/image.ts';

/** Registers endpoints that take multipart bodies; `mostBytes` of a file, a picture's when absent. */
export function takeMultipart(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
  mostBytes: number = mostImageBytes,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      attachFieldsToBody: 'keyValues',
      limits: { fileSize: mostBytes, files: 1, fields: 50, fieldNameSize: 100, fieldSize: 10_000 },
    });
    register(scope);
  });
}
