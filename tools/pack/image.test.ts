import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingNames } from '../../apps/server/src/platform/config/config.ts';
import { imageFolder, instructions, servicesOf } from './testing/image.ts';

const textOf = (name: string): string[] => instructions.filter((one) => one.name === name).map(({ text }) => text);
const byDigest = /^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/;
const composeFiles = readdirSync(imageFolder).filter((file) => file.endsWith('.yaml'));

it('[R31.30] makes the image from the archive, by the digest of its base, without rights, with volume and health check', () => {
  expect(textOf('FROM')).toEqual([expect.stringMatching(byDigest)]);
  // The name that pack gives: atoll-server-0.2.0-linux-x64.tar.gz.
  expect(textOf('ADD')).toEqual(['atoll-server-*-${PLATFORM}.tar.gz /opt/']);
  expect(textOf('COPY')).toEqual([]);
  expect(textOf('ARG')).toEqual(['PLATFORM=linux-x64']);
  expect(textOf('USER')).toEqual(['10001:10001']);
  expect(textOf('VOLUME')).toEqual(['/data']);
  expect(textOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  expect(textOf('HEALTHCHECK')[0]).toMatch(/CMD \["\/opt\/atoll\/atoll", "health"\]$/);
  // A list, not a shell: the server itself gets the signal.
  expect(textOf('CMD')).toEqual(['["/opt/atoll/atoll", "start"]']);
  const names = textOf('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=')[0] ?? ''));
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(names).toContain('DATA_DIR');
});

it('[R31.30] has compose files for one server, for PostgreSQL and behind a proxy, with a read-only root', () => {
  expect(composeFiles.toSorted()).toEqual(['behind-proxy.yaml', 'one-server.yaml', 'postgres.yaml']);
  for (const file of composeFiles) {
    const services = servicesOf(file);
    const atoll = services.get('atoll') ?? [];
    for (const line of [
      'read_only: true',
      'tmpfs: /tmp',
      'cap_drop: [ALL]',
      "volumes: ['data:/data']",
      'restart: always',
    ])
      expect(atoll, file).toContain(line);
    const build = /context: (\S+), dockerfile: (\S+) \}/.exec(atoll.join('\n'));
    expect(existsSync(join(imageFolder, build?.[1] ?? '', build?.[2] ?? '')), file).toBe(true);
    const given = atoll.flatMap((line) => /^([A-Z_]+): /.exec(line)?.[1] ?? []);
    expect(
      given.filter((name) => !settingNames.includes(name)),
      file,
    ).toEqual([]);
    for (const [name, lines] of services)
      if (name !== 'atoll')
        expect(lines.find((line) => line.startsWith('image: '))?.slice(7), `${file} ${name}`).toMatch(byDigest);
  }
  expect(servicesOf('postgres.yaml').get('atoll')?.join('\n')).toMatch(/DATABASE_URL: postgres:\/\/.*@database:5432/);
  expect(servicesOf('one-server.yaml').get('atoll')).toContain('TLS: own');
  expect([...servicesOf('behind-proxy.yaml').keys()]).toEqual(['atoll', 'proxy']);
});
