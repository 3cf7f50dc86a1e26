import { describe, expect, it } from 'vitest';
import { breakpoints, breakpointsPlugin, resolveBreakpoints } from './breakpoints.ts';

describe('named breakpoints', () => {
  it('resolves named breakpoints to the sizes that components use', () => {
    expect(resolveBreakpoints('(--phone)')).toBe(breakpoints.phone);
    expect(resolveBreakpoints('(--tablet) and (not (--phone))')).toBe(
      '(max-width: 979px) and (not (max-width: 699px))',
    );
    expect(resolveBreakpoints('(--very-low)')).toBe(breakpoints.veryLow);
  });

  it('does not change other media queries and the tokens of a style sheet', () => {
    const sheet = '@media print { a { color: var(--ink) } } @media (prefers-reduced-motion: reduce) { a { top: 0 } }';
    expect(resolveBreakpoints(sheet)).toBe(sheet);
    expect(resolveBreakpoints('@media (--phone) { a { color: var(--ink) } }')).toBe(
      '@media (max-width: 699px) { a { color: var(--ink) } }',
    );
  });

  it('refuses an unknown breakpoint and lists the known ones', () => {
    expect(() => resolveBreakpoints('(--watch)')).toThrow('There is no breakpoint --watch. Known: --phone, --tablet');
  });

  it('replaces named breakpoints in each media rule of a style sheet', () => {
    const rule = { params: '(--compact)' };
    breakpointsPlugin.AtRule.media(rule);
    expect(rule.params).toBe(breakpoints.compact);
  });
});
