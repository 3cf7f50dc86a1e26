import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import css from './found-by-name.module.css';

interface FoundByNameProps<T> {
  readonly items: readonly T[];
  /** What is searched, like 'Find outlet'. */
  readonly label: string;
  /** Whether an item stays in sight whatever is typed: it is chosen. */
  readonly isKept?: (item: T) => boolean;
  /** Renders the items that were found. */
  readonly children: (found: readonly T[]) => ReactNode;
}

/** From so many items on a search field finds them by name. */
const searchedFrom = 13;
/** How many are shown at once: a list of thousands takes seconds to draw. */
const maxShown = 50;

/** Shows items, and above many of them a field that finds them by the words of their names. */
export function FoundByName<T extends { readonly name: string }>({
  items,
  label,
  isKept = () => false,
  children,
}: FoundByNameProps<T>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  if (items.length < searchedFrom) return children(items);
  const words = text.toLowerCase().split(/\s+/);
  const kept = items.filter(isKept);
  const found = items.filter((item) => !isKept(item) && words.every((word) => item.name.toLowerCase().includes(word)));
  const rest = found.length - maxShown;
  return (
    <div className={css.found}>
      <input
        className={css.search}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {children([...kept, ...found.slice(0, maxShown)])}
      <p className={css.rest} role="status">
        {rest > 0 ? t('ui.moreByName', { count: rest }) : found.length === 0 && t('ui.noneByName')}
      </p>
    </div>
  );
}
