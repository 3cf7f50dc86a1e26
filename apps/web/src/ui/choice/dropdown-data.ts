import { useEffect, useRef, useState } from 'react';

/** What a dropdown offers: an inline list, or what a source answers to the typed text. */
export type DropdownData<Item> = readonly Item[] | ((text: string) => Promise<readonly Item[]>);

/** A source that answers so many has more: it is asked again with what is typed. */
const fullAnswer = 1000;

/** Answers the choices whose key begins with the text, whatever the case (R11.4), and whether they are still being fetched. */
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
    // Nothing to choose from is what is shown; the call itself has told why.
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
