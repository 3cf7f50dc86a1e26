/** A store whose process dies in the middle of some commands: everything was done, and nothing was committed. */
import type { Store } from '../../../platform/store/store.ts';

export class ServerCrash extends Error {
  override readonly name = 'ServerCrash';
}

/** The store with `dies` asked at the end of each outlet command. */
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

/** What came of a promise: its value, a crash of the server, or the refusal, which is thrown on. */
export async function orCrash<T>(promise: Promise<T>): Promise<T | 'crashed'> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ServerCrash) return 'crashed';
    throw error;
  }
}
