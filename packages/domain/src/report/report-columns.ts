/** Columns of reports by kind. */
import type { ColumnKind, ReportColumn } from './report.ts';

export const column = (key: string, label: string, kind: ColumnKind): ReportColumn => ({ key, label, kind });
export const text = (key: string, label: string) => column(key, label, 'text');
/** A text that is one of a few words, which are translated. */
export const word = (key: string, label: string): ReportColumn => ({ key, label, kind: 'text', isWord: true });
/** A text that is a key of the program, or begins with one; the reader sees its word. */
export const keyed = (key: string, label: string): ReportColumn => ({ ...word(key, label), isKey: true });
export const date = (key = 'date', label = 'Date') => column(key, label, 'date');
export const instant = (key: string, label: string) => column(key, label, 'instant');
export const sum = (key: string, label: string): ReportColumn => ({ key, label, kind: 'money', hasTotal: true });
export const count = (key: string, label: string): ReportColumn => ({ key, label, kind: 'count', hasTotal: true });
export const qty = (key: string, label: string): ReportColumn => ({ key, label, kind: 'quantity', hasTotal: true });
export const money = (key: string, label: string) => column(key, label, 'money');
export const percent = (key: string, label: string) => column(key, label, 'percent');
