/** Returns the first letter or digit of each word that has one: none for a bracket or a dash. */
export const firstLetters = (name: string): readonly string[] =>
  name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
