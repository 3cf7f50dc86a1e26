import { describe, expect, it } from 'vitest';
import { describeConfig, readConfig } from './config.ts';

describe('the configuration', () => {
  it('[R18.1] has a default for everything', () => {
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

  it('[R18.1] names every variable that is not right', () => {
    const read = () =>
      readConfig({ PORT: '99999', DEMO: 'yes', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', OWNER_PASSWORD: 'short' });
    for (const name of ['PORT', 'DEMO', 'DATABASE_URL', 'LOG_LEVEL', 'OWNER_PASSWORD']) expect(read).toThrow(name);
  });

  it('[R18.1] is printed without its secrets', () => {
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
});
