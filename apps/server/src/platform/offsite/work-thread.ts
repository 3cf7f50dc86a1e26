/** Does one piece of off-site work on a thread of its own, so that no sale waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { OffsiteError } from './offsite-error.ts';
import type { WorkMap, WorkResult } from './work.ts';

type Works = { readonly [K in keyof WorkMap]: (order: WorkMap[K]['order']) => Promise<WorkMap[K]['result']> };

/** Each loads only what it needs: a person waits for the short ones. */
const works: Works = {
  seal: async ({ passphrase, cost }) => (await import('./age.ts')).makeRecovery(passphrase, cost),
  open: async ({ sealed, passphrase }) => {
    const { openRecovery } = await import('./age.ts');
    return (await openRecovery(Buffer.from(sealed, 'base64'), passphrase)) !== null;
  },
  prepare: async ({ login, dataDir }) => {
    const [{ openTarget }, { requireElsewhere }] = [
      await import('./open-target.ts'),
      await import('./remote/elsewhere.ts'),
    ];
    await requireElsewhere(login.address);
    const target = await openTarget(login, dataDir);
    return target.prepare().finally(() => target.close());
  },
  copy: async (order) => (await import('./make-copy.ts')).makeCopy(order),
  drill: async (order) => (await import('./drill.ts')).makeDrill(order),
};

async function answer<K extends keyof WorkMap>(kind: K, order: WorkMap[K]['order']): Promise<WorkResult<K>> {
  try {
    return { ok: true, result: await works[kind](order) };
  } catch (error) {
    const { problem, shown } = error instanceof OffsiteError ? error : ({ problem: 'failed', shown: '' } as const);
    return {
      ok: false,
      problem,
      shown,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

const { kind, order } = workerData as { kind: keyof WorkMap; order: never };
parentPort?.postMessage(await answer(kind, order));
