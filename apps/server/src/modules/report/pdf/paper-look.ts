/** The look of plots on paper, which has no dark theme. */
import type { ChartLook } from '@atoll/domain/report/plot/chart';

/** Families that fonts.ts registers on the thread that draws. */
export const paperFonts =
  "'Atoll Paper', 'Atoll Paper Ext', 'Atoll Thaana', 'Atoll Cyrillic', 'Atoll Greek', 'Atoll Devanagari', sans-serif";

export const paperLook: ChartLook = {
  ink: '#1c1a17',
  faint: '#6b665e',
  grid: '#e3dfd7',
  main: '#0b6e78',
  soft: '#9fd0d2',
  before: '#6a3fb5',
  parts: ['#0b6e78', '#1c5cab', '#b98312', '#b3261e'],
  font: paperFonts,
};
