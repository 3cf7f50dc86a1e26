/**
 * The widths and heights at which screens change. A style sheet names one as `@media (--phone)`, a component as `breakpoints.phone`.
 * No other file writes a width or a height of the screen.
 */
export const breakpoints = {
  /** One column. */
  phone: '(max-width: 699px)',
  /** A tablet in portrait: lists and work below each other. */
  tablet: '(max-width: 979px)',
  /** A tablet in landscape: fewer columns. */
  compact: '(max-width: 1179px)',
  /** Smaller buttons of number pads, so that a screen of 800 px shows all of them. */
  low: '(max-height: 860px)',
  /** Only what the task needs. */
  veryLow: '(max-height: 739px)',
  /** The header has room for details beside the status. */
  spacious: '(min-width: 1400px)',
} as const;

const custom = new Map<string, string>(
  Object.entries(breakpoints).map(([name, query]) => [
    `--${name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)}`,
    query,
  ]),
);

/** Returns a media query, or a style sheet, with its named breakpoints replaced by their sizes. Throws for an unknown name. */
export function resolveBreakpoints(css: string): string {
  return css.replace(/(?<!var)\((--[a-z-]+)\)/g, (_, name: string) => {
    const query = custom.get(name);
    if (query === undefined)
      throw new Error(`There is no breakpoint ${name}. Known: ${[...custom.keys()].join(', ')}.`);
    return query;
  });
}

/** The PostCSS plugin that replaces the named breakpoints of all style sheets. */
export const breakpointsPlugin = {
  postcssPlugin: 'breakpoints',
  AtRule: {
    media(rule: { params: string }): void {
      const params = resolveBreakpoints(rule.params);
      if (params !== rule.params) rule.params = params;
    },
  },
};
