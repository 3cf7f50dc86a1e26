import { describe, expect, it } from 'vitest';
import { describeConfig, readConfig, settingNames } from './config.ts';
import { hostUrls } from './database-url.ts';
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

  it('takes no address with a path, and none without https, where the server serves https itself', () => {
    const read = (url: string) => readConfig({ TLS: 'own', PUBLIC_URL: url });
    expect(() => read('https://pos.lan/shop')).toThrow('PUBLIC_URL: An address without a path');
    expect(() => read('http://pos.lan')).toThrow('PUBLIC_URL: begins with https');
    expect(read('https://pos.lan/').publicUrl).toBe('https://pos.lan');
  });

  it('[R18.1] prints the configuration without its secrets', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://atoll:hush1@db/atoll',
      SMTP_URL: 'smtps://mail:hush2@mail.example',
      BUS_URL: 'redis://:hush3@bus',
      OWNER_EMAIL: 'owner@reef.example',
      OWNER_PASSWORD: 'hush4-hush4',
      DATABASE_DIRECT_URL: 'postgres://atoll:hush5@db/atoll',
      DATABASE_READ_URL: 'postgres://atoll:hush6@db/atoll',
      METRICS_TOKEN: 'hush7-of-a-monitor',
      CARE_WEBHOOKS: 'https://hooks.example/hush8',
      CARE_WEBHOOK_SECRET: 'hush9-of-sixteen-signs',
      HEARTBEAT_URL: 'https://beat.example/hush10',
    });
    const printed = describeConfig(config).join('\n');
    expect(printed).toContain('postgres://atoll:***@db/atoll');
    expect(printed).not.toContain('hush');
  });

  it('[R34.8] takes several hosts in DATABASE_URL, names what is wrong with them, and prints them without the password', () => {
    const several = 'postgres://atoll:hush@db1:5432,db2,[::1]:5433/atoll?sslmode=require';
    expect(hostUrls(several)).toEqual([
      'postgres://atoll:hush@db1:5432/atoll?sslmode=require',
      'postgres://atoll:hush@db2/atoll?sslmode=require',
      'postgres://atoll:hush@[::1]:5433/atoll?sslmode=require',
    ]);
    expect(hostUrls('postgres://db1,db2/a?target_session_attrs=read-write')).toEqual([
      'postgres://db1/a',
      'postgres://db2/a',
    ]);
    expect(hostUrls('postgres:///a?host=/run/postgresql')).toEqual(['postgres:///a?host=/run/postgresql']);
    const printed = describeConfig(readConfig({ DATABASE_URL: several })).join('\n');
    expect(printed).toContain('postgres://atoll:***@db1:5432,db2,[::1]:5433/atoll?sslmode=require');
    for (const [wrong, words] of [
      ['postgres://a,,b/x', 'DATABASE_URL: has an empty host'],
      ['postgres://a,b:port/x', 'DATABASE_URL: is no address: b:port'],
      ['postgres://a,b/x?target_session_attrs=standby', 'DATABASE_URL: has target_session_attrs=standby'],
    ] as const)
      expect(() => readConfig({ DATABASE_URL: wrong })).toThrow(words);
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
