import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the print server’s configuration', () => {
  it('[R18.23] uses port 14141 and admits only paired web apps unless the environment sets otherwise', () => {
    expect(readConfig({})).toEqual({ port: 14141, origins: [], dataDir: './data' });
    expect(
      readConfig({ PRINT_PORT: '0', PRINT_ORIGINS: 'http://localhost:8080, https://pos.example.com,', DATA_DIR: '/d' }),
    ).toEqual({
      port: 0,
      origins: ['http://localhost:8080', 'https://pos.example.com'],
      dataDir: '/d',
    });
  });

  it.each([
    [{ PRINT_PORT: 'x' }, 'PRINT_PORT'],
    [{ PRINT_PORT: '70000' }, 'PRINT_PORT'],
    [{ PRINT_ORIGINS: '*' }, 'PRINT_ORIGINS'],
    [{ PRINT_ORIGINS: 'null' }, 'PRINT_ORIGINS'],
    [{ PRINT_ORIGINS: 'https://a.example.com/path' }, 'PRINT_ORIGINS'],
  ])('[R18.23] names what is wrong with %j', (env, word) => {
    expect(() => readConfig(env)).toThrow(word);
  });
});
