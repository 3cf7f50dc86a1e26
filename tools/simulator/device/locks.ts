/** The Web Locks of one device: one holder of a name at a time, in order of the requests. They end with the device. */

type Work = () => Promise<unknown>;

export function makeLocks(): { request(name: string, ...rest: readonly unknown[]): Promise<unknown> } {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request(name, ...rest) {
      const work = rest.at(-1) as Work;
      const signal = (rest.length > 1 ? (rest[0] as { signal?: AbortSignal }) : {}).signal;
      const turn = (tails.get(name) ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted();
        return work();
      });
      tails.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}
