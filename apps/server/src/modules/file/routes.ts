/** API call to upload pictures. */
import { saveFile } from '@atoll/domain/contract/platform/file';
import type { FastifyInstance } from 'fastify';
import { takeMultipart } from '../../platform/http/multipart.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { invalid } from '../../resource/check.ts';
import { savePicture } from './service.ts';

/** Registers the call to upload pictures. */
export function registerFile(app: FastifyInstance, { store }: Services): void {
  takeMultipart(app, (scope) =>
    route(scope, saveFile, async ({ actor, body }) => {
      if (!Buffer.isBuffer(body.file)) throw invalid({ file: 'Image is required' });
      return { url: await savePicture(store, actor, body.file) };
    }),
  );
}
