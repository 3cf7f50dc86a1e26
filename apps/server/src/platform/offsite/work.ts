/** Work of off-site copies, each on a thread of its own. Source: R31.36. */
import { Worker } from 'node:worker_threads';
import type { OffsiteProblem } from '@atoll/domain/offsite/problem';
import type { Recovery } from './age.ts';
import type { Drilled, DrillOrder } from './drill.ts';
import type { CopyOrder, MadeCopy } from './make-copy.ts';
import { OffsiteError } from './offsite-error.ts';
import type { TargetLogin } from './target.ts';

export interface WorkMap {
  /** Makes what opens the copies of a passphrase. */
  readonly seal: {
    readonly order: { readonly passphrase: string; readonly cost?: number | undefined };
    readonly result: Recovery;
  };
  /** Returns whether this is the passphrase. */
  readonly open: { readonly order: { readonly sealed: string; readonly passphrase: string }; readonly result: boolean };
  readonly prepare: {
    readonly order: { readonly login: TargetLogin; readonly dataDir: string };
    /** Whether the target is on the disk of the data folder, so that both are lost together. */
    readonly result: boolean;
  };
  readonly copy: { readonly order: CopyOrder; readonly result: MadeCopy };
  readonly drill: { readonly order: DrillOrder; readonly result: Drilled };
}

export type WorkResult<K extends keyof WorkMap> =
  | { readonly ok: true; readonly result: WorkMap[K]['result'] }
  | { readonly ok: false; readonly problem: OffsiteProblem; readonly message: string; readonly shown: string };

const minuteMs = 60_000;
/** A target that does not answer must not be waited for without an end. A thread that hangs in a share ends when the share does. */
const maxMs = { seal: minuteMs, open: minuteMs, prepare: 60_000, copy: 360 * minuteMs, drill: 360 * minuteMs } as const;

/** Rejects with an OffsiteError. */
export function workOn<K extends keyof WorkMap>(kind: K, order: WorkMap[K]['order']): Promise<WorkMap[K]['result']> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./work-thread.ts', import.meta.url), { workerData: { kind, order } });
    const timer = setTimeout(() => {
      void thread.terminate();
      reject(new OffsiteError('slow', `${kind} took longer than ${maxMs[kind]} ms`));
    }, maxMs[kind]).unref();
    const end = (work: () => void) => {
      clearTimeout(timer);
      work();
    };
    thread.once('message', (answer: WorkResult<K>) =>
      end(() =>
        answer.ok
          ? resolve(answer.result)
          : reject(new OffsiteError(answer.problem, answer.message, undefined, answer.shown)),
      ),
    );
    thread.once('error', (error) => end(() => reject(error)));
    thread.once('exit', () => end(() => reject(new OffsiteError('failed', `${kind} was cut off`))));
    thread.unref();
  });
}
