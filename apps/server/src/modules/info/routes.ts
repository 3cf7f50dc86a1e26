/** The call of public information, which needs no sign-in: name, version, port of the print server, whether the store is new, and the demo users. */
import { info } from '@atoll/domain/contract/platform/app';
import type { FastifyInstance } from 'fastify';
import { isFromOwnMachine } from '../../platform/http/own-machine.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { findDemo, isNewStore } from './service.ts';

/** Registers the call. */
export function registerInfo(app: FastifyInstance, { store, config }: Services, version: string): void {
  route(app, info, async ({ request }) => {
    const isNew = await isNewStore(store);
    return {
      name: 'Atoll',
      version,
      printPort: config.printPort,
      isNew,
      needsOwnerCode: isNew && !isFromOwnMachine(request, config),
      demo: (await findDemo(store)) ?? null,
    };
  });
}
