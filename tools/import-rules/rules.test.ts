import { describe, expect, it } from 'vitest';
import { findProblems } from './rules.ts';
import { readSource } from './source.ts';

/** Returns the messages about one file, or about several that are given with their paths. */
function messagesOf(path: string, text: string, others: Record<string, string> = {}): string[] {
  const files = { [path]: text, ...others };
  return findProblems(Object.entries(files).map(([at, content]) => readSource(at, content))).map((one) => one.message);
}

const money = 'packages/domain/src/money/money.ts';
const bill = 'packages/domain/src/bill/total.ts';
const service = 'apps/server/src/modules/bill/service.ts';
const feature = 'apps/web/src/features/bill/bill-screen.tsx';

describe('import rules of the domain', () => {
  it('lets a noun import the foundations and the nouns to its left', () => {
    const text = `import { laari } from '../money/money.ts';\nimport type { Refusal } from '../refusal/refusal.ts';\nimport type { Outlet } from '../outlet/outlet.ts';\nimport { merge } from './merge.ts';`;
    expect(messagesOf(bill, text)).toEqual([]);
  });

  it('refuses to import a noun to its right, and reports what to do instead', () => {
    const [message, ...rest] = messagesOf(bill, `import { diff } from '../ticket/ticket.ts';`);
    expect(message).toContain('domain/bill may not import from domain/ticket');
    expect(message).toContain('Take what you need as an argument');
    expect(rest).toEqual([]);
  });

  it('refuses everything to a foundation', () => {
    expect(messagesOf(money, `import { refuse } from '../refusal/refusal.ts';`)[0]).toContain(
      'from nothing of its own part',
    );
  });

  it('lets the contract import resources, nouns and foundations, and none of them the contract', () => {
    const contract = 'packages/domain/src/contract/orders.ts';
    expect(
      messagesOf(
        contract,
        `import { entity } from '../resources/registry.ts';\nimport { bill } from '../bill/bill.ts';`,
      ),
    ).toEqual([]);
    expect(messagesOf(bill, `import { createBill } from '../contract/bill.ts';`)).toHaveLength(1);
    expect(messagesOf(contract, `import { allScreens } from '../nav/nav.ts';`)).toHaveLength(1);
  });

  it('refuses Node, the full zod and every other package, but lets tests use their runner', () => {
    expect(messagesOf(bill, `import { readFileSync } from 'node:fs';`)[0]).toContain('no I/O, clock or randomness');
    expect(messagesOf(bill, `import * as z from 'zod';`)).toHaveLength(1);
    expect(messagesOf(bill, `import * as z from 'zod/mini';`)).toEqual([]);
    expect(
      messagesOf(
        'packages/domain/src/bill/total.test.ts',
        `import fc from 'fast-check';\nimport { it } from 'vitest';`,
      ),
    ).toEqual([]);
  });

  it('refuses an unknown layer and asks to add it', () => {
    expect(messagesOf('packages/domain/src/party/party.ts', `import { laari } from '../money/money.ts';`)[0]).toContain(
      'tools/import-rules/layers.ts',
    );
  });
});

describe('import rules of the server', () => {
  it('lets a module import only the service of another', () => {
    expect(messagesOf(service, `import { openShift } from '../shift/service.ts';`)).toEqual([]);
    expect(messagesOf(service, `import { findShift } from '../shift/queries.ts';`)[0]).toContain(
      'only through its service.ts',
    );
  });

  it('refuses modules that need each other, also through a third', () => {
    const others = {
      'apps/server/src/modules/shift/service.ts': `import { a } from '../menu/service.ts';`,
      'apps/server/src/modules/menu/service.ts': `import { b } from '../bill/service.ts';`,
    };
    const messages = messagesOf(service, `import { c } from '../shift/service.ts';`, others);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('need each other');
  });

  it('refuses an import of modules in the platform, but allows all imports in tests and app.ts', () => {
    const text = `import { pay } from '../../modules/bill/service.ts';`;
    expect(messagesOf('apps/server/src/platform/store/writer.ts', text)).toHaveLength(1);
    expect(messagesOf('apps/server/src/platform/store/writer.test.ts', text)).toEqual([]);
    expect(messagesOf('apps/server/src/app.ts', `import { routes } from './modules/bill/routes.ts';`)).toEqual([]);
    expect(messagesOf(service, `import { buildApp } from '../../app.ts';`)).toHaveLength(1);
  });
});

describe('import rules of the web app', () => {
  it('keeps features apart, and widgets free of business terms', () => {
    expect(messagesOf(feature, `import { Amount } from '../../bill/amount.tsx';`)).toEqual([]);
    expect(messagesOf(feature, `import { Pad } from '../checkout/pad.tsx';`)[0]).toContain(
      'belongs in a folder of its noun',
    );
    expect(
      messagesOf('apps/web/src/ui/display/button.tsx', `import { useBill } from '../../features/bill/store.ts';`),
    ).toHaveLength(1);
  });
});

it('[R35.79] loads the chart library only with a chart, never together with a screen', () => {
  const plot = 'apps/web/src/ui/plot/use-chart.ts';
  const library = 'apps/web/src/ui/plot/chart-library.ts';
  expect(messagesOf(library, `import { init } from 'echarts/core';`)).toEqual([]);
  expect(messagesOf(plot, `import('./chart-library.ts');`)).toEqual([]);
  expect(messagesOf(plot, `import type { DrawnChart } from './chart-library.ts';`)).toEqual([]);
  expect(messagesOf(plot, `import { createChart } from './chart-library.ts';`)[0]).toContain('use import()');
  expect(messagesOf(feature, `import { init } from 'echarts/core';`)[0]).toContain('every screen');
});

describe('import rules between the parts', () => {
  it('keeps apps apart, and requires the package name for the domain', () => {
    expect(messagesOf(feature, `import { pay } from '../../../../server/src/modules/bill/service.ts';`)[0]).toContain(
      'never import each other',
    );
    expect(messagesOf(feature, `import { pay } from '@atoll/server/bill';`)).toHaveLength(1);
    expect(
      messagesOf(feature, `import { laari } from '../../../../../packages/domain/src/money/money.ts';`)[0],
    ).toContain('@atoll/domain/');
    expect(messagesOf(feature, `import { laari } from '@atoll/domain/money/money';`)).toEqual([]);
    expect(messagesOf(feature, `import { laari } from '@atoll/domain';`)[0]).toContain('no barrel');
  });

  it('gives the print server the contract, tickets, defaults of an outlet and money only', () => {
    const spool = 'apps/print-server/src/spool/spool.ts';
    expect(messagesOf(spool, `import { printJob } from '@atoll/domain/contract/print';`)).toEqual([]);
    expect(messagesOf(spool, `import { defaultTimezone } from '@atoll/domain/outlet/defaults';`)).toEqual([]);
    expect(messagesOf(spool, `import { closeShift } from '@atoll/domain/shift/shift';`)[0]).toContain(
      'Let the contract carry',
    );
  });

  it('checks type imports, dynamic imports and re-exports', () => {
    for (const text of [
      `import type { S } from '../ticket/ticket.ts';`,
      `const ticket = await import('../ticket/ticket.ts');`,
      `export { diff } from '../ticket/ticket.ts';`,
    ]) {
      expect(messagesOf(bill, text), text).toHaveLength(1);
    }
  });
});

describe('texts of the web app', () => {
  const screen = 'apps/web/src/features/bill/pay.tsx';
  it.each([
    '<b>Pay now</b>',
    "<b>{'Pay now'}</b>",
    '<button aria-label="Pay now" />',
    "<input placeholder={'Type here'} />",
    '<img alt={`Picture of ${name}`} />',
    "<Field label={isNew ? 'New price' : t('bill.price')} />",
  ])('refuses a text outside of the catalogue: %s', (part) => {
    const text = `export const Part = () => ${part};`;
    expect(messagesOf(screen, text)[0]).toContain('message catalogue');
    expect(messagesOf(screen.replace('.tsx', '.browser.test.tsx'), text)).toEqual([]);
  });

  it.each([
    "<b>{t('bill.pay')}</b>",
    '<b>· {n} ×</b>',
    '<button aria-label={name} className="main" />',
    '<button>MVR</button>',
    '<img alt="" title={`${a} · ${b}`} />',
  ])('accepts %s', (part) => {
    expect(messagesOf(screen, `export const Part = () => ${part};`)).toEqual([]);
  });
});

describe('constructs that the code style does not use', () => {
  const cases: readonly (readonly [what: string, text: string])[] = [
    ['Default export', 'export default function pay() {}'],
    ['Default export', 'const a = 1; export { a as default };'],
    ['exported again', `export * from './merge.ts';`],
    ['enum', 'enum Status { Saved }'],
    ['decorator', '@sealed class Bill {}'],
    ['parameter property', 'class Bill { constructor(private readonly key: string) {} }'],
    ['unfinished', '// TODO round this'],
    ['unfinished', '/* FIXME */ export const a = 1;'],
    ['does not run', `it.skip('pays', () => {});`],
    ['does not run', `describe.concurrent.only('pays', () => {});`],
    ['does not run', `test.todo('pays');`],
  ];
  it.each(cases)('refuses: %s in %s', (what, text) => {
    const messages = messagesOf(service, text);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.toLowerCase()).toContain(what.toLowerCase());
  });

  it('allows the default export that a tool needs in its configuration', () => {
    expect(messagesOf('apps/web/vite.config.ts', 'export default {};')).toEqual([]);
  });

  it('refuses the default timezone outside of the file that defines it, except in tests', () => {
    const text = `export const zone = outlet?.timezone ?? 'Indian/Maldives';`;
    expect(messagesOf(feature, text)[0]).toContain('Import defaultTimezone');
    expect(messagesOf(service, text)).toHaveLength(1);
    expect(messagesOf('packages/domain/src/outlet/defaults.ts', text)).toEqual([]);
    expect(messagesOf('apps/web/src/sync/testing/till.ts', text)).toEqual([]);
    expect(messagesOf('apps/web/src/sync/outlet-time.browser.test.tsx', text)).toEqual([]);
  });

  it('refuses barrels and folders with meaningless names', () => {
    expect(messagesOf('apps/web/src/ui/index.ts', `export const a = 1;`)[0]).toContain('barrel');
    expect(messagesOf('apps/web/src/lib/helpers/money.ts', 'export const a = 1;')[0]).toContain(
      "'helpers' says nothing",
    );
  });

  it('does not mistake a text, a name or a method for an unwanted construct', () => {
    const text = `export const todo = "TODO enum it.skip('x')"; list.only; cursor.skip(3); const enumeration = todo;`;
    expect(messagesOf(service, text)).toEqual([]);
  });

  it('limits the two engines of definitions to two thousand lines together, without their tests', () => {
    const lines = (count: number) => `export const a = 1;${'\n'.repeat(count)}`;
    const write = 'apps/server/src/resource/write.ts';
    const others = (count: number) => ({
      'apps/web/src/resource/resource-grid.tsx': lines(count),
      'apps/web/src/resource/resource-grid.browser.test.tsx': lines(500),
      'apps/web/src/grid/data-grid.tsx': lines(500),
    });
    expect(messagesOf(write, lines(1200), others(800))).toEqual([]);
    const [message] = messagesOf(write, lines(1200), others(801));
    expect(message).toContain('have 2001 lines together, more than 2000');
    expect(message).toContain('Remove duplicated code');
  });

  it('reports the line', () => {
    const source = readSource(service, `const a = 1;\n\n// TODO\nexport { a };`);
    expect(findProblems([source])[0]).toMatchObject({ path: service, line: 3 });
  });
});
