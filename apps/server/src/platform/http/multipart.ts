/** Accepts forms with files, only for the endpoints that ask for it. A file comes as its bytes. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { maxImageBytes } from '../image/image.ts';

/** Registers endpoints that take multipart bodies. `maxBytes` is the maximum size of a file; by default that of a picture. */
export function takeMultipart(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
  maxBytes: number = maxImageBytes,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      attachFieldsToBody: 'keyValues',
      limits: { fileSize: maxBytes, files: 1, fields: 50, fieldNameSize: 100, fieldSize: 10_000 },
    });
    register(scope);
  });
}
