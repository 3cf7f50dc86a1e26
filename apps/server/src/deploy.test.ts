import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from './platform/store/testing/engine.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const rules = read('deploy/prometheus/atoll.rules.yml');
const dashboard = JSON.parse(read('deploy/grafana/atoll.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const expressions = [
  ...[...rules.matchAll(/expr: '(.+)'/g)].map(([, expr = '']) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];
/** The series that expressions name: words with a prefix of Atoll or of the process. */
const named = new Set(expressions.flatMap((expr) => expr.match(/\b(?:atoll|process|nodejs)_\w+/g) ?? []));
const pages = readdirSync(join(root, 'docs/runbook')).map((file) => `docs/runbook/${file}`);
/** The series that people read about: names in code type; roles of the database are named like them. */
const described = new Set(
  ['docs/operations.md', ...pages].flatMap((path) => read(path).match(/(?<=`)atoll_\w+(?=[`{])/g) ?? []),
);
const roles = ['atoll_app', 'atoll_heads'];
const alerts = [...rules.matchAll(/alert: (\w+)[^]*?runbook: docs\/runbook\/([\w-]+)\.md/g)].map(
  ([, name = '', page = '']) => ({ name, page }),
);

eachEngine('what a monitor is given', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });

  it('[R34.22] names in rules, dashboard, runbook and guide to operations only series that /metrics has', async () => {
    const { body } = await t.app.inject({ url: '/metrics' });
    const kinds = new Map([...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
    const has = (name: string): boolean => {
      const histogram = /^(\w+)_(?:bucket|sum|count)$/.exec(name)?.[1];
      return kinds.has(name) || (histogram !== undefined && kinds.get(histogram) === 'histogram');
    };
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !has(name))).toEqual([]);
    expect(described.size).toBeGreaterThan(20);
    expect([...described].filter((name) => !has(name) && !roles.includes(name))).toEqual([]);
  });
});

it('[R34.22] has one page of the runbook for each alert, and no other page', () => {
  expect(alerts.length).toBe([...rules.matchAll(/- alert:/g)].length);
  const files = readdirSync(join(root, 'docs/runbook')).filter((file) => file !== 'README.md');
  expect(files.toSorted()).toEqual(alerts.map(({ page }) => `${page}.md`).toSorted());
  const list = read('docs/runbook/README.md');
  for (const { name, page } of alerts) {
    expect(read(`docs/runbook/${page}.md`)).toMatch(new RegExp(`^# ${name}\\n[^]+## Look\\n[^]+## Do\\n`));
    expect(list).toContain(`[${name}](${page}.md)`);
  }
});
