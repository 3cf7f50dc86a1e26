/** Words by their names, in groups. */
interface Words {
  readonly [name: string]: string | Words;
}

type Joined<T extends readonly unknown[]> = T extends readonly [infer First, ...infer Rest]
  ? First & Joined<Rest>
  : unknown;

/** Returns the words of several catalogues as one. Groups of the same name are joined. */
export function joinWords<const T extends readonly Words[]>(...catalogues: T): Joined<T> {
  const joined: Record<string, string | Words> = {};
  for (const catalogue of catalogues) {
    for (const [name, words] of Object.entries(catalogue)) {
      const known = joined[name];
      joined[name] = typeof words === 'object' && typeof known === 'object' ? joinWords(known, words) : words;
    }
  }
  return joined as Joined<T>;
}
