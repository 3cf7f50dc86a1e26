/** Work that a server which listens repeats until it is closed. */
import type { FastifyInstance } from 'fastify';

/** Runs the work when the server listens and then regularly, never twice at a time; closing the app waits for the running one. */
export function repeatFromListening(
  app: FastifyInstance,
  work: (isEnding: () => boolean) => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): void {
  let isEnding = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = (): void => {
    running ??= work(() => isEnding)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  app.addHook('onListen', async () => {
    timer = setInterval(run, everyMs).unref();
    run();
  });
  app.addHook('onClose', async () => {
    isEnding = true;
    clearInterval(timer);
    await running;
  });
}
