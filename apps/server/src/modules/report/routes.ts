/** Routes of reports and their templates. */
import * as contract from '@atoll/domain/contract/outlet/report';
import type { FastifyInstance } from 'fastify';
import { linkUrl } from '../../platform/config/config.ts';
import { repeatFromListening } from '../../platform/http/repeat.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { createLease } from '../../platform/store/lease.ts';
import { headSigner } from '../../platform/store/outlet/signed-head.ts';
import { catchUpSums } from './catch-up.ts';
import { reportPdf } from './pdf.ts';
import { reportOf } from './run.ts';
import { listRecipients, scheduleTemplate } from './schedule.ts';
import { sendDue } from './send-due.ts';
import { listReports, requestReport, viewReport } from './service.ts';
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from './templates.ts';

/** How often the server looks for reports that are due. */
const checkIntervalMs = 30_000;

/** Registers the routes of reports. A server that listens also updates daily sums and sends due reports by mail. */
export function registerReport(app: FastifyInstance, { store, log, clock, config }: Services, mailer: Mailer): void {
  const signer = headSigner(config.dataDir);
  route(app, contract.listReports, async ({ actor }) => (await listReports(store, actor)) as never);
  route(app, contract.runReport, ({ actor, body, now }) => requestReport(store, actor, body, now));
  route(app, contract.viewReport, ({ actor, params, query, now }) => viewReport(store, actor, params.id, query, now));
  route(app, contract.reportPdf, async ({ actor, body, now, reply }) => {
    const result = await viewReport(store, actor, String(body.id), {}, now);
    const pdf = await reportPdf(store, actor.outletId, reportOf(actor, result.config), result, body.words);
    return reply.header('content-type', 'application/pdf').header('content-disposition', 'attachment').send(pdf);
  });
  route(app, contract.listTemplates, ({ actor }) => listTemplates(store, actor));
  route(app, contract.createTemplate, ({ actor, body }) => createTemplate(store, actor, body));
  route(app, contract.updateTemplate, ({ actor, body }) => updateTemplate(store, actor, body));
  route(app, contract.deleteTemplate, ({ actor, params }) => deleteTemplate(store, actor, params.id));
  route(app, contract.scheduleTemplate, ({ actor, body }) => scheduleTemplate(store, actor, body));
  route(app, contract.listRecipients, ({ actor }) => listRecipients(store, actor));
  const publicUrl = linkUrl(config);
  const lease = createLease(store, 'reports', clock);
  const parts = { store, mailer, clock, publicUrl, signedHead: (outletId: number) => signer.now(store, outletId) };
  const work = async (): Promise<void> => {
    if (!(await lease.take())) return;
    await catchUpSums(store).catch((error: unknown) => log.error({ err: error }, 'report: sums could not be made'));
    await sendDue(parts);
  };
  repeatFromListening(app, work, checkIntervalMs, (error) =>
    log.error({ err: error }, 'report: what is due could not be sent'),
  );
}
