/** Reads files of the data folder that hold one JSON object. */
import { existsSync, readFileSync } from 'node:fs';

/** Returns the object of a JSON file; null without the file. Throws an error that says what to do when it is damaged. */
export function readJson<T>(path: string): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    throw new Error(`${path} is damaged: restore it, or remove it to have a new one made`);
  }
}
