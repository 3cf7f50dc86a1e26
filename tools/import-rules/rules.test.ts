import { describe, expect, it } from 'vitest';
import { findProblems } from './rules.ts';
import { readSource } from './source.ts';

/** The messages about one file, or about several that are given with their paths. */
function said(path: string, text: string, others: Record<string, string> = {}): string[] {
  const files = { [path]: text, ...others };
  return findProblems(Object.entries(files).map(([at, content]) => readSource(at, content))).map((one) => one.message);
}

const money = 'packages/domain/src/money/money.ts';
const bill = 'packages/domain/src/bill/total.ts';
const service = 'apps/server/src/modules/bill/service.ts';
const feature = 'apps/web/src/features/bill/bill-screen.tsx';

describe('walls inside the domain', () => {
  it('lets a noun import the foundations and the nouns to its left', () => {
    const text = `import { laari } from '../money/money.ts';\nimport type { Refusal } from '../refusal/refusal.ts';\nimport type { Outlet } from '../outlet/outlet.ts';\nimport { merge } from './merge.ts';`;
    expect(said(bill, text)).toEqual([]);
  });

  it('refuses a noun to its right and says what to do instead', () => {
    const [message, ...rest] = said(bill, `import { diff } from '../ticket/ticket.ts';`);
    expect(message).toContain('domain/bill may not import from domain/ticket');
    expect(message).toContain('Take what you need as an argument');
    expect(rest).toEqual([]);
  });

  it('refuses everything to a foundation', () => {
    expect(said(money, `import { refuse } from '../refusal/refusal.ts';`)[0]).toContain('from nothing of its own part');
  });

  it('lets the contract import resources, nouns and foundations, and none of them the contract', () => {
    const contract = 'packages/domain/src/contract/orders.ts';
    expect(
      said(contract, `import { entity } from '../resources/registry.ts';\nimport { bill } from '../bill/bill.ts';`),
    ).toEqual([]);
    expect(said(bill, `import { createBill } from '../contract/bill.ts';`)).toHaveLength(1);
    expect(said(contract, `import { allScreens } from '../nav/nav.ts';`)).toHaveLength(1);
  });

  it('refuses Node, the full zod and every other package, but lets tests use their runner', () => {
    expect(said(bill, `import { readFileSync } from 'node:fs';`)[0]).toContain('no I/O, clock or randomness');
    expect(said(bill, `import * as z from 'zod';`)).toHaveLength(1);
    expect(said(bill, `import * as z from 'zod/mini';`)).toEqual([]);
    expect(
      said('packages/domain/src/bill/total.test.ts', `import fc from 'fast-check';\nimport { it } from 'vitest';`),
    ).toEqual([]);
  });

  it('asks for a place for a room that the house does not have', () => {
    expect(said('packages/domain/src/party/party.ts', `import { laari } from '../money/money.ts';`)[0]).toContain(
      'tools/import-rules/layers.ts',
    );
  });
});

describe('walls inside the server', () => {
  it('lets a module reach another through its service only', () => {
    expect(said(service, `import { openShift } from '../shift/service.ts';`)).toEqual([]);
    expect(said(service, `import { findShift } from '../shift/queries.ts';`)[0]).toContain(
      'only through its service.ts',
    );
  });

  it('refuses modules that need each other, also over a third', () => {
    const others = {
      'apps/server/src/modules/shift/service.ts': `import { a } from '../menu/service.ts';`,
      'apps/server/src/modules/menu/service.ts': `import { b } from '../bill/service.ts';`,
    };
    const messages = said(service, `import { c } from '../shift/service.ts';`, others);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('need each other');
  });

  it('refuses the platform a look at modules, and lets tests and app.ts see all', () => {
    const text = `import { pay } from '../../modules/bill/service.ts';`;
    expect(said('apps/server/src/platform/store/writer.ts', text)).toHaveLength(1);
    expect(said('apps/server/src/platform/store/writer.test.ts', text)).toEqual([]);
    expect(said('apps/server/src/app.ts', `import { routes } from './modules/bill/routes.ts';`)).toEqual([]);
    expect(said(service, `import { buildApp } from '../../app.ts';`)).toHaveLength(1);
  });
});

describe('walls inside the web app', () => {
  it('keeps features apart, and widgets away from business words', () => {
    expect(said(feature, `import { Amount } from '../../bill/amount.tsx';`)).toEqual([]);
    expect(said(feature, `import { Pad } from '../checkout/pad.tsx';`)[0]).toContain('belongs in a folder of its noun');
    expect(
      said('apps/web/src/ui/display/button.tsx', `import { useBill } from '../../features/bill/store.ts';`),
    ).toHaveLength(1);
  });
});

describe('walls between the parts', () => {
  it('keeps apps apart, and the domain reached by its name', () => {
    expect(said(feature, `import { pay } from '../../../../server/src/modules/bill/service.ts';`)[0]).toContain(
      'never import each other',
    );
    expect(said(feature, `import { pay } from '@atoll/server/bill';`)).toHaveLength(1);
    expect(said(feature, `import { laari } from '../../../../../packages/domain/src/money/money.ts';`)[0]).toContain(
      '@atoll/domain/',
    );
    expect(said(feature, `import { laari } from '@atoll/domain/money/money';`)).toEqual([]);
    expect(said(feature, `import { laari } from '@atoll/domain';`)[0]).toContain('no barrel');
  });

  it('gives the print server the contract, tickets and money only', () => {
    const spool = 'apps/print-server/src/spool/spool.ts';
    expect(said(spool, `import { printJob } from '@atoll/domain/contract/print';`)).toEqual([]);
    expect(said(spool, `import { closeShift } from '@atoll/domain/shift/shift';`)[0]).toContain(
      'Let the contract carry',
    );
  });

  it('sees imports of types, dynamic imports and exports from', () => {
    for (const text of [
      `import type { S } from '../ticket/ticket.ts';`,
      `const ticket = await import('../ticket/ticket.ts');`,
      `export { diff } from '../ticket/ticket.ts';`,
    ]) {
      expect(said(bill, text), text).toHaveLength(1);
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
  ])('come from the catalogue, unlike %s', (part) => {
    const text = `export const Part = () => ${part};`;
    expect(said(screen, text)[0]).toContain('message catalogue');
    expect(said(screen.replace('.tsx', '.browser.test.tsx'), text)).toEqual([]);
  });

  it.each([
    "<b>{t('bill.pay')}</b>",
    '<b>· {n} ×</b>',
    '<button aria-label={name} className="main" />',
    '<button>MVR</button>',
    '<img alt="" title={`${a} · ${b}`} />',
  ])('are none in %s', (part) => {
    expect(said(screen, `export const Part = () => ${part};`)).toEqual([]);
  });
});

describe('what the house style does without', () => {
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
    const messages = said(service, text);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.toLowerCase()).toContain(what.toLowerCase());
  });

  it('lets a tool have the default export that it asks for in its configuration', () => {
    expect(said('apps/web/vite.config.ts', 'export default {};')).toEqual([]);
  });

  it('refuses barrels and folders that say nothing', () => {
    expect(said('apps/web/src/ui/index.ts', `export const a = 1;`)[0]).toContain('barrel');
    expect(said('apps/web/src/lib/helpers/money.ts', 'export const a = 1;')[0]).toContain("'helpers' says nothing");
  });

  it('takes no text, no name and no method of other things for a construct', () => {
    const text = `export const todo = "TODO enum it.skip('x')"; list.only; cursor.skip(3); const enumeration = todo;`;
    expect(said(service, text)).toEqual([]);
  });

  it('keeps the two engines of definitions under two thousand lines together, without their tests', () => {
    const lines = (count: number) => `export const a = 1;${'\n'.repeat(count)}`;
    const write = 'apps/server/src/resource/write.ts';
    const others = (count: number) => ({
      'apps/web/src/resource/resource-grid.tsx': lines(count),
      'apps/web/src/resource/resource-grid.browser.test.tsx': lines(500),
      'apps/web/src/grid/data-grid.tsx': lines(500),
    });
    expect(said(write, lines(1200), others(800))).toEqual([]);
    const [message] = said(write, lines(1200), others(801));
    expect(message).toContain('have 2001 lines together, more than 2000');
    expect(message).toContain('Say what is said twice once');
  });

  it('names the line', () => {
    const source = readSource(service, `const a = 1;\n\n// TODO\nexport { a };`);
    expect(findProblems([source])[0]).toMatchObject({ path: service, line: 3 });
  });
});
