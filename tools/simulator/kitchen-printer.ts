/** The print server as the tills know it: a job key is printed once, however often it is sent. */

/** The fields of a job that are checked. */
interface Job {
  readonly type: string;
  readonly jobKey?: string;
  readonly kind?: string;
  readonly bill: { readonly items: readonly { readonly key: string; readonly mark?: string }[] };
}

export interface KitchenPrinter {
  isAway: boolean;
  /** Number of the next responses that get lost. */
  answersToLose: number;
  /** How often each item was printed for the kitchen to make. */
  readonly made: Map<string, number>;
  take(job: Job): { readonly status: number; readonly body: string };
  losesAnswer(): boolean;
}

const makes = new Set<string>(['New', 'Add']);

/** Creates the printer. `forgetsJobs` is a deliberate bug. */
export function makeKitchenPrinter(forgetsJobs = false): KitchenPrinter {
  const jobs = new Set<string>();
  const printer: KitchenPrinter = {
    isAway: false,
    answersToLose: 0,
    made: new Map(),
    take(job) {
      const key = job.jobKey ?? '';
      const duplicate = jobs.has(key) && !forgetsJobs;
      jobs.add(key);
      if (!duplicate && makes.has(job.kind ?? ''))
        for (const item of job.bill.items.filter(({ mark }) => mark !== 'Hold'))
          printer.made.set(item.key, (printer.made.get(item.key) ?? 0) + 1);
      return { status: 200, body: JSON.stringify({ jobId: key, state: 'printed', printer: 'Kitchen', duplicate }) };
    },
    losesAnswer() {
      if (printer.answersToLose === 0) return false;
      printer.answersToLose -= 1;
      return true;
    },
  };
  return printer;
}
