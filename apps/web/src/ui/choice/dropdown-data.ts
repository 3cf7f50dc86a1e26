import { useEffect, useRef, useState } from 'react';

/** The choices of a dropdown: a list, or a source that returns choices for the typed text. */
export type DropdownData<Item> = readonly Item[] | ((text: string) => Promise<readonly Item[]>);

/** A source that returns this many has more: it is queried again with the typed text. */
const fullAnswer = 1000;

/** Returns the choices whose key starts with the text, ignoring case (R11.4), and whether they are still loading. */
export function useChoices<Item extends object>(
  data: DropdownData<Item>,
  keyField: keyof Item & string,
  text: string,
  isOpen: boolean,
): { readonly items: readonly Item[]; readonly isFetching: boolean } {
  const [fetched, setFetched] = useState<{ readonly all: readonly Item[]; readonly text: string } | null>(null);
  const source = useRef(data);
  const isRemote = typeof data === 'function';
  const typed = text.trim();
  const wanted = fetched && fetched.text === '' && fetched.all.length < fullAnswer ? '' : typed;
  useEffect(() => {
    source.current = data;
  });
  useEffect(() => {
    if (!isOpen || typeof source.current !== 'function') return undefined;
    let isCurrent = true;
    const take = (all: readonly Item[]) => {
      if (isCurrent) setFetched({ all, text: wanted });
    };
    // An empty list is shown; the call itself has shown the error.
    source.current(wanted).then(take, () => take([]));
    return () => {
      isCurrent = false;
    };
  }, [isOpen, wanted]);
  const all = isRemote ? (fetched?.all ?? []) : data;
  const begins = typed.toLowerCase();
  return {
    items: all.filter((item) => String(item[keyField]).toLowerCase().startsWith(begins)),
    isFetching: isRemote && isOpen && fetched?.text !== wanted,
  };
}
