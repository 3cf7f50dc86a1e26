/** The calls of the setup and of leaving the demo data. */
import * as contract from '@atoll/domain/contract/outlet/start';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { isFromOwnMachine } from '../../platform/http/own-machine.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Auth } from '../auth/service.ts';
import { findDemo, isNewStore } from '../info/service.ts';
import { requireOwnerCode } from './owner-code.ts';
import { type ExampleMenu, startStore } from './service.ts';

interface Parts {
  readonly auth: Auth;
  readonly example: ExampleMenu;
  /** Archives the store and starts an empty one after the response was sent; absent where the process cannot do it. */
  readonly leaveDemo: (() => void) | undefined;
}

function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.slice(0, 100) : '';
}

/** Registers the calls of the setup. */
export function registerStart(app: FastifyInstance, { store, config }: Services, parts: Parts): void {
  route(app, contract.start, async ({ body, now, request }) => {
    const device = {
      id: headerText(request, 'x-device-id'),
      name: headerText(request, 'user-agent'),
      ip: request.ip,
    };
    const login = () => parts.auth.login.login(body.owner.email, body.owner.password, device);
    if (!isFromOwnMachine(request, config) && (await isNewStore(store)))
      await requireOwnerCode(store, body.ownerCode, now);
    try {
      await startStore(store, body, now, { example: parts.example, resources: app.resources });
    } catch (error) {
      // The same owner again: the first response did not arrive.
      if ((error as { refusal?: { reason?: string } }).refusal?.reason !== 'alreadyStarted') throw error;
      return await login().catch(() => {
        throw error;
      });
    }
    return login();
  });

  const ask = parts.auth.ask.password;
  route(app, contract.leaveDemo, async ({ actor, body, reply }) => {
    if (actor.role !== 'Admin') throw refused('forbidden');
    await ask(actor.userId, body.password);
    if (!parts.leaveDemo || !(await findDemo(store))) throw refused('notDemo');
    reply.raw.once('finish', parts.leaveDemo);
    return undefined;
  });
}
