import { expect, it } from 'vitest';
import { functionProblems, longFunctions, maxLines } from './function-length.ts';

const body = (lines: number) => Array.from({ length: lines }, (_, index) => `  use(${index});`).join('\n');
const file = (text: string, path = 'apps/web/src/a.ts') => ({ path, text });

it('accepts a function of the greatest length and refuses one with a line more', () => {
  expect(functionProblems([file(`function short() {\n${body(maxLines - 2)}\n}`)])).toEqual([]);
  const [problem] = functionProblems([file(`\nfunction long() {\n${body(maxLines - 1)}\n}`)]);
  expect(problem).toMatchObject({ path: 'apps/web/src/a.ts', line: 2 });
  expect(problem?.message).toContain('long has 81 lines, at most 80. Give the parts that have a name');
});

it('names arrow functions, methods and functions handed to others by what they become', () => {
  const text = [
    `const arrow = () => {\n${body(90)}\n};`,
    `class A {\n  method() {\n${body(90)}\n  }\n}`,
    `const store = create()(persist(() => {\n${body(90)}\n}));`,
    `const table = { entry: () => {\n${body(90)}\n} };`,
  ].join('\n');
  expect(longFunctions(file(text)).map(({ name }) => name)).toEqual(['arrow', 'method', 'store', 'entry']);
});

it('lets a test be long, and a function with a stated reason', () => {
  const text = `function long() {\n${body(90)}\n}`;
  expect(functionProblems([file(text, 'apps/web/src/a.test.ts')])).toEqual([]);
  expect(functionProblems([file(text)], { 'apps/web/src/a.ts#long': 'A table written as code.' })).toEqual([]);
});

it('refuses a stated reason that no long function needs any more', () => {
  const problems = functionProblems([file('function long() {}')], { 'apps/web/src/a.ts#long': 'A table.' });
  expect(problems[0]?.message).toContain('apps/web/src/a.ts#long is short enough now. Remove its exception.');
});
