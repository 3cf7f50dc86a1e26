/** The calls of signing in, staying signed in and leaving. */
import { user } from '@atoll/domain/contract/app';
import * as contract from '@atoll/domain/contract/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { accountLimiter } from './login.ts';
import { changePasscode } from './passcode.ts';
import { findPerson } from './person.ts';
import type { Auth } from './service.ts';
import type { Device } from './session.ts';

function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.slice(0, 100) : '';
}

const deviceOf = (request: FastifyRequest): Device => ({
  id: headerText(request, 'x-device-id'),
  name: headerText(request, 'user-agent'),
  ip: request.ip,
});

/** Registers the calls of auth. */
export function registerAuth(app: FastifyInstance, { store, clock }: Services, auth: Auth): void {
  route(app, contract.login, ({ body, request }) => auth.login.login(body.email, body.password, deviceOf(request)));
  route(app, contract.refresh, ({ body }) => auth.login.refresh(body.refreshToken));
  route(app, contract.unlock, ({ body }) => auth.login.unlock(body.refreshToken, body.passcode));
  route(app, contract.logout, ({ body }) => auth.sessions.endOfToken(body.refreshToken));
  route(app, contract.requestReset, ({ body, request }) => auth.reset.request(body.email, request.ip));
  route(app, contract.reset, ({ body }) => auth.reset.choose(body.token, body.newPassword));
  route(app, contract.hubTicket, async ({ actor }) => ({ ticket: await auth.tickets.issue(actor) }));
  const byUser = accountLimiter(clock);
  route(app, contract.changePasscode, async ({ actor, body }) => {
    const name = String(actor.userId);
    byUser.ask(name);
    byUser.count(name);
    await changePasscode(store, clock, { userId: actor.userId, ...body });
    byUser.forget(name);
  });

  route(app, user, async ({ actor }) => {
    const person = await store.readOrg((db) => findPerson(db, actor.userId));
    if (!person) throw refused('sessionEnded');
    const { id, email, avatar, name, jobTitle, department, role, permissions, outlets } = person;
    return { user: { id, email, avatar }, name, jobTitle, department, role, permissions, outlets };
  });
}
