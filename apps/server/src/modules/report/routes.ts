/** The calls of reports and their templates. */
import * as contract from '@atoll/domain/contract/report';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { catchUpSums } from './catch-up.ts';
import { askReport, listReports, viewReport } from './service.ts';
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from './templates.ts';

/** Registers the calls of reports. */
export function registerReport(app: FastifyInstance, { store, log }: Services): void {
  route(app, contract.listReports, async ({ actor }) => listReports(actor) as never);
  route(app, contract.runReport, ({ actor, body, now }) => askReport(store, actor, body, now));
  route(app, contract.viewReport, ({ actor, params, query, now }) => viewReport(store, actor, params.id, query, now));
  route(app, contract.listTemplates, ({ actor }) => listTemplates(store, actor));
  route(app, contract.createTemplate, ({ actor, body }) => createTemplate(store, actor, body));
  route(app, contract.updateTemplate, ({ actor, body }) => updateTemplate(store, actor, body));
  route(app, contract.deleteTemplate, ({ actor, params }) => deleteTemplate(store, actor, params.id));
  app.addHook('onListen', async () => {
    await catchUpSums(store).catch((error: unknown) => log.error({ err: error }, 'report: sums could not be made'));
  });
}
