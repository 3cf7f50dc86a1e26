/** The HTTP routes of the print server. */

import { type PrinterConfig, printStates } from '@atoll/domain/contract/bill/print';
import { type PrintAnswer } from '@atoll/domain/contract/bill/print-answer';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { discover } from '../device/discover.ts';
import type { Programs } from '../device/queue.ts';
import { faultText } from '../fault.ts';
import type { JobService } from '../job-service.ts';
import type { Pairing } from '../pairing.ts';
import { checkPrinter, type Printers } from '../printers.ts';
import { PrintProblem } from '../problem.ts';
import { type Job, presentJob, requestOf } from '../spool/job.ts';
import type { Spool } from '../spool/spool.ts';
import type { StatusModes } from '../status-mode.ts';
import { answerPreflight, bodyLimit, checkCall } from './guard.ts';
import { addPage } from './page.ts';
import { preview } from './preview.ts';
import { checkTexts, readPrintRequest } from './read.ts';

export interface AppParts {
  readonly service: JobService;
  readonly spool: Spool;
  readonly printers: Printers;
  readonly modes: StatusModes;
  readonly pairing: Pairing;
  readonly programs: Programs;
  readonly version: string;
  readonly clock: () => number;
  readonly port: () => number;
  readonly log: (text: string) => void;
}

/** Builds the app without listening. */
export function buildApp(parts: AppParts): FastifyInstance {
  const app = Fastify({ bodyLimit, exposeHeadRoutes: false, routerOptions: { ignoreTrailingSlash: true } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    parseJson(String(body), done),
  );
  app.addHook('onRequest', async (request, reply) => {
    checkCall(request, reply, parts);
    if (request.method === 'OPTIONS') return answerPreflight(request, reply);
  });
  app.addHook('preValidation', async (request) => checkTexts(request.body));
  app.setErrorHandler((cause, _request, reply) => sendProblem(reply, problemOf(cause, parts.log)));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      new PrintProblem('not_found', 'The print server has no such call', `${request.method} ${request.url}`),
    ),
  );
  addPrint(app, parts);
  addPrinters(app, parts);
  addJobs(app, parts);
  addPairing(app, parts);
  addPage(app);
  return app;
}

function parseJson(text: string, done: (cause: Error | null, body?: unknown) => void): void {
  if (text.trim() === '') return done(null, undefined);
  try {
    done(null, JSON.parse(text));
  } catch (cause) {
    done(new PrintProblem('bad_request', 'The request could not be read', faultText(cause)));
  }
}

function problemOf(cause: unknown, log: (text: string) => void): PrintProblem {
  if (cause instanceof PrintProblem) return cause;
  const { code, statusCode } = cause as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new PrintProblem('too_large', 'This is too large to print. Make it smaller');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new PrintProblem('not_json', 'Send this as JSON');
  if (statusCode && statusCode < 500) return new PrintProblem('bad_request', 'The request could not be read', code);
  log(`fault: ${cause instanceof Error ? (cause.stack ?? '') : faultText(cause)}`);
  return new PrintProblem('internal', 'Something went wrong in the print server. Try again');
}

function sendProblem(reply: FastifyReply, problem: PrintProblem): FastifyReply {
  if (reply.request.raw.readableEnded === false) reply.header('connection', 'close');
  return reply.code(problem.code).send(problem.toBody());
}

function sendAnswer(reply: FastifyReply, answer: PrintAnswer): FastifyReply {
  const isDone = answer.state === 'sent' || answer.state === 'printed';
  return reply.code(isDone ? 200 : 202).send(answer);
}

function addPrint(app: FastifyInstance, { service, spool, printers, pairing, version, clock }: AppParts): void {
  const startedAt = clock();
  app.post('/print', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    const wanted = readPrintRequest(request.body, typeof key === 'string' && key !== '' ? key : undefined);
    return sendAnswer(reply, await service.print(wanted));
  });
  app.post('/preview', async (request) => preview(readPrintRequest(withPrinter(request.body)), printers, clock()));
  app.get('/status', async (request) => {
    const { origin } = request.headers;
    const about = { name: 'atoll-print-server', version, paired: origin === undefined || pairing.isAllowed(origin) };
    if (!about.paired) return about;
    const count = (...states: Job['state'][]) => spool.list().filter((job) => states.includes(job.state)).length;
    return {
      ...about,
      uptimeSeconds: Math.round((clock() - startedAt) / 1000),
      jobs: {
        queued: count('queued', 'sending'),
        waiting: count('waiting'),
        held: count('held'),
        failed: count('failed'),
      },
      spool: { ok: spool.trouble() === null, trouble: spool.trouble() },
    };
  });
}

/** Adds a printer name: a preview needs no printer, and is 48 columns wide without one. */
function withPrinter(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? { printerName: '-', ...body } : body;
}

function addPrinters(app: FastifyInstance, { service, printers, modes, programs }: AppParts): void {
  type Named = { Params: { name: string } };
  /** A network printer serves one connection: it is not queried while it prints a job. */
  const isIdle = (printer: PrinterConfig | undefined) => !printer || service.view(printer).state === 'ready';
  app.get('/printers', async () => ({ items: printers.list().map((printer) => service.view(printer)) }));
  app.get<{ Querystring: { network?: string } }>('/printers/discover', async (request) =>
    discover(programs, request.query.network === '1'),
  );
  app.put<Named>('/printers/:name', async (request) => {
    const wanted = checkPrinter(request.params.name, request.body);
    const before = printers.find(wanted.name);
    const printer = isIdle(before) ? await modes.ofSaved(wanted, before) : wanted;
    await printers.put(printer);
    service.changed(printer.name);
    return service.view(printer);
  });
  app.delete<Named>('/printers/:name', async (request, reply) => {
    const { name } = printers.need(request.params.name);
    if (service.waitingFor(name) > 0) {
      throw new PrintProblem('printer_busy', `Tickets wait for '${name}'. Print or cancel them first`);
    }
    await printers.remove(name);
    return reply.code(204).send();
  });
  app.post<Named>('/printers/:name/test', async (request, reply) => {
    let printer = printers.need(request.params.name);
    if (isIdle(printer)) printer = await modes.ofTest(printer);
    return sendAnswer(reply, await service.printTest(printer));
  });
}

const jobsQuery = z.object({
  printer: z.optional(z.string()),
  state: z.optional(z.enum(printStates)),
  limit: z._default(z.coerce.number().check(z.gte(1), z.lte(1000)), 100),
});
const reprintBody = z.nullish(z.object({ printedBy: z.optional(z.string()), jobKey: z.optional(z.string()) }));

function addJobs(app: FastifyInstance, { service, spool, printers, clock }: AppParts): void {
  type One = { Params: { id: string } };
  const need = (id: string): Job => {
    const job = spool.find(id);
    if (!job) throw new PrintProblem('job_unknown', 'Ticket not found. Refresh the list', id);
    return job;
  };
  app.get('/jobs', async (request) => {
    const { data, error } = jobsQuery.safeParse(request.query);
    if (!data) throw new PrintProblem('bad_request', 'The list could not be read', z.prettifyError(error));
    const { printer, state, limit } = data;
    const jobs = spool.list().filter((job) => (!printer || job.printer === printer) && (!state || job.state === state));
    return { items: jobs.slice(0, limit).map(presentJob), count: jobs.length };
  });
  app.get<One>('/jobs/:id', async (request) => presentJob(need(request.params.id)));
  app.get<One>('/jobs/:id/preview', async (request) => {
    const job = need(request.params.id);
    if (job.type === 'Test') throw new PrintProblem('job_state', 'A test page has no preview');
    return preview(requestOf(job), printers, clock());
  });
  app.post<One>('/jobs/:id/reprint', async (request, reply) => {
    const { data } = reprintBody.safeParse(request.body);
    const answer = service.reprint(need(request.params.id), data?.printedBy?.slice(0, 120) ?? '', data?.jobKey ?? null);
    return sendAnswer(reply, await answer);
  });
  app.post<One>('/jobs/:id/retry', async (request, reply) =>
    sendAnswer(reply, await service.retry(need(request.params.id))),
  );
  app.delete<One>('/jobs/:id', async (request) => {
    const job = need(request.params.id);
    await service.cancel(job);
    return presentJob(job);
  });
}

function addPairing(app: FastifyInstance, { pairing }: AppParts): void {
  const origin = (headers: { origin?: string | undefined }): string => {
    if (headers.origin) return headers.origin;
    throw new PrintProblem('bad_request', 'Only a web app is paired');
  };
  app.post('/pair', async (request) => pairing.ask(origin(request.headers)));
  app.post('/pair/confirm', async (request) => {
    const code = (request.body as { code?: unknown } | undefined)?.code;
    return pairing.confirm(origin(request.headers), typeof code === 'string' ? code.replace(/\s/g, '') : '');
  });
  app.get('/pair/code', async () => ({ pairing: pairing.open() }));
}
