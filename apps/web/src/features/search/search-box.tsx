import type { SearchResult } from '@atoll/domain/contract/outlet/search';
import { findScreen, type ScreenName } from '@atoll/domain/nav/nav';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { later } from '../../ui/hook/later.tsx';
import { useOpenOver } from '../../ui/overlay/open-over.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import styles from './search-box.module.css';
import type { SearchState } from './search-panel.tsx';

const SearchPanel = later(async () => (await import('./search-panel.tsx')).SearchPanel);

interface SearchBoxProps {
  /** Returns whether this release has a screen of that name. Results without a screen are not offered. */
  hasScreen: (name: string) => boolean;
  autoFocus?: boolean;
  /** Called after a result was opened, or after Escape. */
  onDone?: () => void;
}

const viewOf = ({ entityName }: SearchResult): string => `View ${entityName}`;

/** Returns the text of the search box, what was found for it, and functions to type, search and close. */
function useSearch(hasScreen: SearchBoxProps['hasScreen']) {
  const latest = useRef(0);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [state, setState] = useState<SearchState>({ kind: 'idle' });

  async function ask(value: string): Promise<void> {
    const turn = ++latest.current;
    setState({ kind: 'asking' });
    setActive(-1);
    setOpen(true);
    const next = await call('search', { query: { value }, inPlace: true }).then(
      (found): SearchState => ({
        kind: 'found',
        value,
        results: found.filter((one) => findScreen(viewOf(one)) && hasScreen(viewOf(one))),
      }),
      (): SearchState => ({ kind: 'failed' }),
    );
    // Only the result of the latest search is shown.
    if (turn === latest.current) setState(next);
  }

  function type(value: string): void {
    latest.current += 1;
    setText(value);
    setState({ kind: 'idle' });
    setActive(-1);
    setOpen(true);
  }

  /** Opens the list again. What was found before is asked for again: a record may have a new name. */
  function reopen(): void {
    if (!isOpen && state.kind === 'found') void ask(state.value);
    else setOpen(true);
  }

  function close(): void {
    setOpen(false);
    setActive(-1);
  }
  return { text, isOpen, active, state, ask, type, reopen, close, setOpen, setActive };
}

/** Searches everything that the user may see (R5): Enter searches, arrows choose, Enter opens. */
export function SearchBox({ hasScreen, autoFocus = false, onDone }: SearchBoxProps) {
  const { t } = useTranslation();
  const openOver = useOpenOver();
  const listId = useId();
  const { text, isOpen, active, state, ask, type, reopen, close, setOpen, setActive } = useSearch(hasScreen);
  const results = state.kind === 'found' ? state.results : [];

  function go(result: SearchResult): void {
    type('');
    setOpen(false);
    openOver(pathTo(viewOf(result) as ScreenName, { id: result.id }));
    onDone?.();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      if (results.length > 0) setActive(nextIndex(active, step, results.length));
      return;
    }
    if (event.key === 'Escape') {
      // The browser would clear the box; the typed text stays.
      event.preventDefault();
      close();
      onDone?.();
      return;
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const chosen = isOpen ? results[active] : undefined;
    if (chosen) go(chosen);
    else if (text.trim()) void ask(text.trim());
  }

  return (
    <search
      className={styles.box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <Icon name="search" size={20} />
      <input
        type="search"
        className={styles.input}
        aria-label={t('finder.search')}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={t('finder.typeToSearch')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        autoFocus={autoFocus}
        onFocus={reopen}
        onClick={reopen}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isOpen && <SearchPanel {...{ listId, text, state, active }} onChoose={go} onPoint={setActive} />}
    </search>
  );
}

/** Returns the next index in a list of `count`, wrapping at both ends. From -1, down is the first and up the last. */
function nextIndex(index: number, step: number, count: number): number {
  return index < 0 ? (step > 0 ? 0 : count - 1) : (index + step + count) % count;
}
