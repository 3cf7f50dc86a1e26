import { expect, it } from 'vitest';
import { sizeProblems } from './style-sizes.ts';

const sheet = (text: string, path = 'apps/web/src/ui/display/chip.module.css') => sizeProblems([{ path, text }]);
const component = (text: string, path = 'apps/web/src/ui/display/chip.tsx') => sizeProblems([{ path, text }]);

it('accepts tokens, inherited sizes, named breakpoints and container widths', () => {
  expect(
    sheet(`.chip { font-size: var(--text-s); font: 400 var(--text-m) / 1.4 var(--font); inline-size: 40px }
/* font-size: 12px */
.a { font: inherit; font-size: inherit; --font-size: var(--text-m) }
@media (--phone) { .a { padding: 4px } }
@media (--tablet) and (not (--phone)) { .a { gap: 4px } }
@media print { .a { gap: 0 } }
@container (max-width: 240px) { .a { gap: 0 } }`),
  ).toEqual([]);
});

it('refuses a text size in numbers, and names the file of the tokens', () => {
  expect(sheet('.a {\n  font-size: 13px;\n}')).toEqual([
    {
      path: 'apps/web/src/ui/display/chip.module.css',
      line: 2,
      message: "Text size 'font-size: 13px'. Use a text size of apps/web/src/styles/tokens.css, such as var(--text-s).",
    },
  ]);
  for (const size of ['0.8125rem', '.9em', '9pt', 'clamp(1rem, 3vw, 2rem)', 'calc(var(--text-s) + 1px)', '90%']) {
    expect(sheet(`.a { font-size: ${size} }`), size).toHaveLength(1);
  }
  expect(sheet('.a { font:\n 600 14px / 1.4 var(--font) }')).toHaveLength(1);
});

it('refuses a media query with a width or height in numbers, and names the file of the breakpoints', () => {
  const [problem] = sheet('.a { gap: 0 }\n@media (max-width: 640px) { .a { gap: 0 } }');
  expect(problem?.line).toBe(2);
  expect(problem?.message).toContain(
    'Use a breakpoint of apps/web/src/styles/breakpoints.ts, such as @media (--phone).',
  );
  expect(sheet('@media (--phone) and (height < 600px) { .a { gap: 0 } }')).toHaveLength(1);
});

it('refuses a media query with a width in a component, and accepts it in a test', () => {
  const query = "useMediaQuery('(max-width: 640px)')";
  expect(component(query)[0]?.message).toContain('such as breakpoints.phone.');
  expect(component(query, 'apps/web/src/ui/display/chip.browser.test.tsx')).toEqual([]);
  expect(component("matchMedia('(prefers-color-scheme: dark)')")).toEqual([]);
});

it('accepts sizes where they get their names, and in other programs', () => {
  expect(sheet('@media (max-width: 9px) { a { font-size: 9px } }', 'apps/web/src/styles/tokens.css')).toEqual([]);
  expect(component("'(max-width: 9px)'", 'apps/web/src/styles/breakpoints.ts')).toEqual([]);
  expect(sheet('.a { font-size: 9px }', 'apps/server/src/modules/website/site.css')).toEqual([]);
});
