/** The files of the image, as tests read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/folder.mjs';

export const imageFolder = join(root, 'deploy/image');

/** The instructions of the Dockerfile, in their order. */
export const instructions = readFileSync(join(imageFolder, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((text) => text !== '' && !text.startsWith('#'))
  .map((text) => ({ name: /^[A-Z]+/.exec(text)?.[0] ?? '', text: text.replace(/^[A-Z]+ /, '') }));

/** Returns the lines of a compose file below each service, without comments. */
export function servicesOf(file: string): Map<string, string[]> {
  const services = new Map<string, string[]>();
  let [section, lines]: [string, string[]] = ['', []];
  for (const text of readFileSync(join(imageFolder, file), 'utf8').split('\n')) {
    if (/^\s*(?:#|$)/.test(text)) continue;
    const name = /^ {2}([\w-]+):$/.exec(text)?.[1];
    if (/^\S/.test(text)) section = text;
    else if (section === 'services:' && name) services.set(name, (lines = []));
    else if (section === 'services:') lines.push(text.trim());
  }
  return services;
}
