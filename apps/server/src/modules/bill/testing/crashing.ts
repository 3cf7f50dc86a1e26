/** A store whose process dies during some commands: all of the command was done, but nothing was committed. */
import type { Store } from '../../../platform/store/store.ts';

export class ServerCrash extends Error {
  override readonly name = 'ServerCrash';
}

/** Returns the store; `dies` is called at the end of each outlet command. */
export function crashing(store: Store, dies: () => boolean): Store {
  const writeOutlet: Store['writeOutlet'] = (outletId, command, how) =>
    store.writeOutlet(
      outletId,
      async (tx) => {
        const answer = await command(tx);
        if (dies()) throw new ServerCrash('The process died before the commit');
        return answer;
      },
      how,
    );
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'writeOutlet') return writeOutlet;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Returns the value of a promise, or 'crashed' after a server crash. Throws any other error. */
export async function orCrash<T>(promise: Promise<T>): Promise<T | 'crashed'> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ServerCrash) return 'crashed';
    throw error;
  }
}
