/** The print server's job service: accepts jobs, adds them to the queue of their printer, and answers within the wait timeout. */
import type { PrinterConfig, PrinterView, PrintRequest } from '@atoll/domain/contract/bill/print';
import type { PrintAnswer } from '@atoll/domain/contract/bill/print-answer';
import type { WaitReason } from '@atoll/domain/contract/bill/print-words';
import { waitMessage } from '@atoll/domain/contract/bill/print-words';
import { type DeviceSettings, deviceOf } from './device/open.ts';
import { billHead } from './document/bill.ts';
import { type Printers } from './printers.ts';
import { PrintProblem } from './problem.ts';
import { type Job, requestOf } from './spool/job.ts';
import { printoutOf } from './spool/printout.ts';
import { type PrintQueue, printQueue } from './spool/queue.ts';
import { aboutOf, type Draft, fingerprintOf, type Spool } from './spool/spool.ts';
import type { StatusModes } from './status-mode.ts';

/** How long a call waits until its job is printed. The job is stored on disk much earlier. */
const waitTimeoutMs = 2500;

export interface JobService {
  /** Accepts a request. One with a known key prints nothing again, unless its job failed or was cancelled. */
  print(request: PrintRequest): Promise<PrintAnswer>;
  /** Prints a copy of a job. */
  reprint(job: Job, by: string, jobKey: string | null): Promise<PrintAnswer>;
  /** Tries at once to print a job that is not printed yet. */
  retry(job: Job): Promise<PrintAnswer>;
  /** Cancels a job that is not printed and not being sent. */
  cancel(job: Job): Promise<void>;
  printTest(printer: PrinterConfig): Promise<PrintAnswer>;
  /** Returns the printer with its number of jobs and the reason why they wait, if they do. */
  view(printer: PrinterConfig): PrinterView;
  /** Tries the jobs of a printer at once, because it was set up, changed or removed. */
  changed(name: string): void;
  /** Returns the number of jobs that wait for a printer. */
  waitingFor(name: string): number;
  stop(): Promise<void>;
}

export interface JobServiceParts {
  readonly spool: Spool;
  readonly printers: Printers;
  readonly devices: DeviceSettings;
  readonly modes: Pick<StatusModes, 'ofJob'>;
  readonly clock: () => number;
  readonly log: (text: string) => void;
}

/** Opens the job service and puts unfinished jobs back into their queues. */
export function openJobService(parts: JobServiceParts): JobService {
  const { spool, printers, clock } = parts;
  const queues = new Map<string, PrintQueue>();
  for (const job of spool.unfinished()) queueOf(job.printer).add(job);

  function queueOf(name: string): PrintQueue {
    const known = queues.get(name);
    if (known) return known;
    const queue = printQueue({
      spool,
      clock,
      log: parts.log,
      printer: () => printers.find(name),
      prepare: parts.modes.ofJob,
      device: (printer) => deviceOf(printer, parts.devices),
      printout: (job, printer) => printoutOf(job, printer, clock()),
    });
    queues.set(name, queue);
    return queue;
  }

  /** Accepts a job and returns how far it got within the wait timeout. */
  async function submit(draft: Draft): Promise<PrintAnswer> {
    const printer = printers.need(draft.printer);
    if (!printer.enabled)
      throw new PrintProblem('printer_disabled', `Printer '${printer.name}' is off. Turn it on in Settings, Printers`);
    const started = performance.now();
    const remainingMs = () => waitTimeoutMs - (performance.now() - started);
    const accepted = await inTime(accept(draft), remainingMs());
    if (accepted === null) {
      throw new PrintProblem('spool_full', 'Could not store the ticket in time. Try again', 'The disk does not answer');
    }
    const { job, duplicate } = accepted;
    const queue = queueOf(job.printer);
    if (duplicate && (job.state === 'failed' || job.state === 'cancelled')) await requeue(job);
    return answer(job, duplicate, await inTime(queue.outcome(job), remainingMs()));
  }

  /** Stores a job and adds it to its queue, however long the disk takes and whether or not the caller still waits. */
  async function accept(draft: Draft): Promise<{ job: Job; duplicate: boolean }> {
    const accepted = await spool.accept(draft);
    if (!accepted.duplicate) queueOf(accepted.job.printer).add(accepted.job);
    return accepted;
  }

  /** Puts a held job, or one that ended without printing, back into its queue. */
  async function requeue(job: Job): Promise<void> {
    await spool.change(job, { state: 'queued', reason: null, releasedAt: clock() });
    queueOf(job.printer).add(job);
  }

  return {
    print: async (request) => submit(draftOf(allowed(onPdfPrinter(request, printers), printers), spool)),
    async reprint(job, by, jobKey) {
      return submit(draftOf(allowed(reprintOf(job, by, jobKey), printers), spool));
    },
    async retry(job) {
      requireUnprinted(job);
      requirePrinter(job, printers);
      const queue = queueOf(job.printer);
      if (job.state === 'waiting' || job.state === 'queued') queue.kick();
      else await requeue(job);
      return answer(job, true, await inTime(queue.outcome(job), waitTimeoutMs));
    },
    async cancel(job) {
      const isOver = job.state === 'sent' || job.state === 'printed' || job.state === 'cancelled';
      if (isOver || !queueOf(job.printer).remove(job)) {
        throw new PrintProblem('job_state', 'It is too late to cancel this ticket', `It is ${job.state}`);
      }
      await spool.change(job, { state: 'cancelled', reason: null });
    },
    printTest: (printer) => submit(testDraft(printer, clock())),
    view: (printer) => viewOf(printer, queueOf(printer.name).load()),
    changed: (name) => queues.get(name)?.kick(),
    waitingFor: (name) => queues.get(name)?.load().waiting ?? 0,
    async stop() {
      await inTime(Promise.all([...queues.values()].map((queue) => queue.stop())), 3000);
    },
  };
}

/** Returns the answer to a call for a job. `why` is the reason why it still waits. Throws when the job ended without printing. */
function answer(job: Job, duplicate: boolean, why: WaitReason | null): PrintAnswer {
  const { id: jobId, printer, state } = job;
  if (state === 'sent' || state === 'printed') {
    const done = { jobId, state, printer, duplicate, confirmed: state === 'printed' };
    return job.reason === null ? done : { ...done, reason: job.reason, message: waitMessage(printer, job.reason) };
  }
  if (state === 'failed')
    throw new PrintProblem('internal', `${printer}: this ticket cannot be printed`, `job ${jobId}`);
  if (state === 'cancelled') throw new PrintProblem('job_state', 'This ticket was cancelled', `job ${jobId}`);
  const reason = why ?? job.reason ?? 'busy';
  const waits = state === 'waiting' || state === 'held';
  return {
    jobId,
    state: waits ? 'waiting' : 'queued',
    printer,
    duplicate,
    reason,
    message: waitMessage(printer, reason),
  };
}

/** Returns the request for a copy of a job, which never opens the drawer. Throws for a test page. */
function reprintOf(job: Job, by: string, jobKey: string | null): PrintRequest {
  if (job.type === 'Test') throw new PrintProblem('job_state', 'A test page has no copies');
  const before = requestOf(job);
  const isTicket = job.type === 'Kot' || job.type === 'Bot';
  const request: PrintRequest = {
    ...before,
    jobKey,
    copyNo: 1,
    copies: 1,
    openDrawer: false,
    printedBy: by || before.printedBy,
  };
  return isTicket ? { ...request, kind: 'Reprint' } : request;
}

/** Returns the request. Throws for a practice job unless its printer is marked for practice: nobody must cook it, or hand it to a guest (R31.48). */
function allowed(request: PrintRequest, printers: Pick<Printers, 'need'>): PrintRequest {
  const { outlet, printerName } = request;
  if (outlet.practice && !printers.need(printerName).practice)
    throw new PrintProblem('not_for_practice', 'This printer is not for practice', printerName);
  return request;
}

/** Throws when the printer of a job is not set up, or not for practice as the job is. */
function requirePrinter(job: Job, printers: Pick<Printers, 'need'>): void {
  printers.need(job.printer);
  if (job.type !== 'Test') allowed(requestOf(job), printers);
}

/** Throws when a job is printed or being printed. */
function requireUnprinted(job: Job): void {
  if (job.state === 'sending' || job.state === 'sent' || job.state === 'printed') {
    throw new PrintProblem(
      'job_state',
      'This ticket is printing or already printed. Use Reprint for a copy',
      `It is ${job.state}`,
    );
  }
}

/** Returns the job of a test page. `now` is epoch ms. */
function testDraft(printer: PrinterConfig, now: number): Draft {
  return {
    key: null,
    fingerprint: `test ${printer.name} ${now} ${Math.random()}`,
    type: 'Test',
    printer: printer.name,
    about: `test ${printer.name}`,
    title: 'Test page',
    copyNo: 0,
    body: '',
  };
}

/** Returns the printer with its number of jobs and the reason why they wait, if they do. */
function viewOf(printer: PrinterConfig, load: ReturnType<PrintQueue['load']>): PrinterView {
  const { sending, waiting, reason } = load;
  const state = !printer.enabled ? 'disabled' : sending ? 'sending' : waiting > 0 && reason ? 'waiting' : 'ready';
  return { ...printer, state, waiting, reason, lastError: reason ? waitMessage(printer.name, reason) : null };
}

/**
 * Returns the request with the printer that can print it: an Image goes to the named PDF printer, or to the first one that is switched on (R18.23).
 * Other types stay on their printer.
 */
function onPdfPrinter(request: PrintRequest, printers: Pick<Printers, 'find' | 'list'>): PrintRequest {
  if (request.type !== 'Image' || printers.find(request.printerName)?.kind === 'pdf') return request;
  const pdf = printers.list().find(({ kind, enabled }) => kind === 'pdf' && enabled);
  if (pdf) return { ...request, printerName: pdf.name };
  throw new PrintProblem('printer_unknown', 'Set up a PDF printer to save pictures', request.printerName);
}

/** Returns what a promise resolves to, or null when the time is up first. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  promise.catch(() => undefined); // A rejection after the time is up is ignored.
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, ms));
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** Returns the new job of a request. The number of a copy is never lower than the number of copies that this print server made. */
export function draftOf(request: PrintRequest, spool: Pick<Spool, 'copiesOf'>): Draft {
  const about = aboutOf(request);
  const copyNo = request.copyNo > 0 ? Math.max(request.copyNo, spool.copiesOf(about) + 1) : 0;
  const complete = { ...request, copyNo, openDrawer: mayOpenDrawer(request) };
  const isTicket = request.type === 'Kot' || request.type === 'Bot';
  const number = isTicket ? (request.kotNo ?? '') : (request.bill.invoiceNumber ?? request.bill.number ?? '');
  return {
    key: request.jobKey ?? null,
    fingerprint: fingerprintOf(request),
    type: request.type,
    printer: request.printerName,
    about,
    title:
      request.slip?.title ??
      `${isTicket ? request.type : billHead(request)} ${number}, ${request.bill.type} ${request.bill.slot}`,
    copyNo,
    body: JSON.stringify(complete),
  };
}

/** Returns whether the drawer opens: only when the request asks for it, for a slip or a completed bill with cash, and never for a copy or in practice. */
function mayOpenDrawer({ openDrawer, type, copyNo, bill, outlet }: PrintRequest): boolean {
  if (outlet.practice) return false;
  const hasCash = bill.payments.some((payment) => payment.method === 'Cash' && payment.status !== 'Voided');
  if (type === 'Slip') return openDrawer && copyNo === 0;
  return openDrawer && type === 'Bill' && copyNo === 0 && bill.status === 'Complete' && hasCash;
}
