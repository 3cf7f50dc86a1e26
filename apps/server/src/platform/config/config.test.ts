import { describe, expect, it } from 'vitest';
import { describeConfig, readConfig, settingNames } from './config.ts';
import { findMisspelled } from './misspelled.ts';

describe('the server configuration', () => {
  it('[R18.1] has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: undefined,
      demo: true,
      printPort: 14_141,
      databaseUrl: undefined,
      owner: undefined,
    });
    expect(readConfig({ PORT: '', DEMO: '0' })).toMatchObject({ port: 8080, demo: false });
  });

  it('[R18.1] names every wrong variable', () => {
    const read = () =>
      readConfig({ PORT: '99999', DEMO: 'yes', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', OWNER_PASSWORD: 'short' });
    for (const name of ['PORT', 'DEMO', 'DATABASE_URL', 'LOG_LEVEL', 'OWNER_PASSWORD']) expect(read).toThrow(name);
  });

  it('[R18.1] prints the configuration without its secrets', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://atoll:hush1@db/atoll',
      SMTP_URL: 'smtps://mail:hush2@mail.example',
      BUS_URL: 'redis://:hush3@bus',
      OWNER_EMAIL: 'owner@reef.example',
      OWNER_PASSWORD: 'hush4-hush4',
    });
    const printed = describeConfig(config).join('\n');
    expect(printed).toContain('postgres://atoll:***@db/atoll');
    expect(printed).not.toContain('hush');
  });

  it('[R35.15] fills a database of DATABASE_URL only when DEMO=database asks for it, never by DEMO=1 or by default', () => {
    const DATABASE_URL = 'postgres://atoll@db/atoll';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: 'database' }).demo).toBe(true);
    expect(describeConfig(readConfig({ DATABASE_URL, DEMO: '1' })).join('\n')).toContain(
      'no (DEMO=database fills an empty database)',
    );
    expect(readConfig({ DEMO: '1' }).demo).toBe(true);
    expect(() => readConfig({ DEMO: 'database' })).toThrow('DEMO');
  });

  it('[R35.15] finds variables that resemble a setting, and none that only share letters with one', () => {
    const meant = (name: string) => findMisspelled([name], settingNames)[0]?.meant;
    expect(
      ['DATABSE_URL', 'DATABASE_URI', 'DATADIR', 'PROT', 'LOGLEVEL', 'port', 'ATOLL_PORT', 'OWNER_PASWORD', 'DMEO'].map(
        meant,
      ),
    ).toEqual([
      'DATABASE_URL',
      'DATABASE_URL',
      'DATA_DIR',
      'PORT',
      'LOG_LEVEL',
      'PORT',
      'PORT',
      'OWNER_PASSWORD',
      'DEMO',
    ]);
    const usual = [
      'PATH',
      'HOME',
      'PWD',
      'HOSTNAME',
      'HOSTTYPE',
      'NODE_ENV',
      'PGPORT',
      'BASE_URL',
      'ATOLL_SEEDED',
      'TERM',
    ];
    expect(findMisspelled([...usual, ...settingNames], settingNames)).toEqual([]);
  });
});
