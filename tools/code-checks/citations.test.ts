import { describe, expect, it } from 'vitest';
import { anchorsOf, citationProblems, requirementsOf } from './citations.ts';

const sources = {
  rules: anchorsOf('- <a id="totals"></a>**Totals** are computed.\n- <a id="gst"></a>**GST** too.'),
  requirements: requirementsOf('## 15 Bills\n\n- **R15.8** Checking in twice is refused.'),
  decisions: new Set(['008']),
};
const found = (text: string, path = 'apps/server/src/a.ts') => citationProblems([{ path, text }], sources);

describe('check of citations', () => {
  it('accepts a rule by its anchor, a requirement, a section of requirements and a decision record', () => {
    const text =
      "/** Source: R15.8, R15, docs/rules.md#totals, docs/decisions/008. */\nit('[R15.8] refuses a second check-in', () => {});";
    expect(found(text)).toEqual([]);
  });

  it('refuses an anchor that docs/rules.md does not have, with its line', () => {
    const problems = found('const a = 1;\n// docs/rules.md#totl\n');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ path: 'apps/server/src/a.ts', line: 2 });
    expect(problems[0]?.message).toContain("no anchor 'totl'. Cite a rule as docs/rules.md#anchor");
  });

  it('refuses a requirement that is not listed, in comments and in test titles', () => {
    expect(found('/** Source: R15.9. */')[0]?.message).toContain('docs/requirements.md has no R15.9');
    expect(found("it('[R99.1] does something', () => {});")).toHaveLength(1);
    expect(found("const name = 'R99.1';")).toEqual([]);
  });

  // Two parts each, so that no search for citations finds these examples.
  it.each([
    ['decisions', 'A4'],
    ['decisions', 'B conventions'],
    ['api.', 'md Rules'],
    ['hub', 'rules'],
    ['store.', 'md rule 3'],
    ['trust', '3'],
    ['specification', '9'],
    ['architecture', '3'],
  ])('refuses %s %s, which is not in the repository', (source, place) => {
    const words = source.endsWith('.') ? source + place : `${source} ${place}`;
    expect(found(`/** What it does. Source: ${words}. */`)[0]?.message).toContain('is not in the repository');
  });

  it('refuses a letter with a number in brackets in a comment, and lets code have it', () => {
    const place = ['A', '7'].join('');
    expect(found(`// Saved first (${place}), shown after that.`)).toHaveLength(1);
    expect(found(`const x = call(${place});`)).toEqual([]);
  });

  it('refuses a decision record that does not exist', () => {
    expect(found('// See docs/decisions/009.')[0]?.message).toContain('no record 009');
  });

  it('reads comments of CSS and SQL and links of documents', () => {
    expect(found('/* docs/rules.md#nothing */ a {}', 'apps/web/src/a.css')).toHaveLength(1);
    const source = ['decisions', 'A4'].join(' ');
    expect(found(`-- ${source}\nselect 1;`, 'apps/server/src/migrations/0001_a.sql')).toHaveLength(1);
    expect(found('[totals](rules.md#nothing)', 'docs/architecture.md')).toHaveLength(1);
  });

  it('refuses an anchor that occurs twice in docs/rules.md', () => {
    expect(() => anchorsOf('<a id="gst"></a> <a id="gst"></a>')).toThrow("'gst' is used twice");
  });
});
