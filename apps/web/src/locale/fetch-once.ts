/** Returns a function that fetches when it is first called, and then gives the same answer; after a failure the next call fetches again. */
export function fetchOnce<T>(fetch: () => Promise<T>): () => Promise<T> {
  let fetching: Promise<T> | undefined;
  return () => {
    fetching ??= fetch().catch((error: unknown) => {
      fetching = undefined;
      throw error;
    });
    return fetching;
  };
}
