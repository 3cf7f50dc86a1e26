/**
 * The list from which details were opened, shared by the screens of its section; they step from record to record
 * (R4.7).
 */
import { create } from 'zustand';

export interface ListSource {
  /** Path of the list's screen; '' when there is none. */
  readonly path: string;
  readonly rows: readonly { readonly id: number }[];
}

const none: ListSource = { path: '', rows: [] };

export const useListSource = create<ListSource>(() => none);

const sectionOf = (path: string): string => path.split('/')[1] ?? '';

/** Forgets the list when the user goes to another section, which is another first segment of the path. */
export function leaveSection(path: string): void {
  const source = useListSource.getState();
  if (source.path !== '' && sectionOf(path) !== sectionOf(source.path)) useListSource.setState(none);
}

/** Returns the ids before and after a record in the list from which it was opened. */
export function neighboursOf(source: ListSource, path: string, id: string) {
  const index = source.path === path ? source.rows.findIndex((row) => String(row.id) === id) : -1;
  return {
    before: index > 0 ? source.rows[index - 1]?.id : undefined,
    after: index >= 0 ? source.rows[index + 1]?.id : undefined,
  };
}
