import type { SearchResult } from '@atoll/domain/contract/outlet/search';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import styles from './search-panel.module.css';

export type SearchState =
  | { readonly kind: 'idle' | 'asking' | 'failed' }
  | { readonly kind: 'found'; readonly value: string; readonly results: readonly SearchResult[] };

interface SearchPanelProps {
  listId: string;
  text: string;
  state: SearchState;
  active: number;
  onChoose: (result: SearchResult) => void;
  onPoint: (index: number) => void;
}

/** Shows the hint, the progress or the results below the search box. */
export function SearchPanel({ listId, text, state, active, onChoose, onPoint }: SearchPanelProps) {
  const { t } = useTranslation();
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active >= 0) current.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  if (state.kind === 'found' && state.results.length > 0) {
    return (
      <div className={styles.panel}>
        <p className="visually-hidden" role="status">
          {t('finder.count', { count: state.results.length })}
        </p>
        <div id={listId} className={styles.list} role="listbox" aria-label={t('finder.results')}>
          {state.results.map((result, index) => (
            <button
              key={`${result.entityName} ${result.id}`}
              ref={index === active ? current : undefined}
              id={`${listId}-${index}`}
              className={styles.result}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The box keeps the focus, so that the keys continue to work.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => index !== active && onPoint(index)}
              onClick={() => onChoose(result)}
            >
              <b>{result.name || t('ui.notAvailable')}</b>
              <small>{result.entityName}</small>
            </button>
          ))}
        </div>
      </div>
    );
  }
  const words =
    state.kind === 'asking'
      ? t('finder.searching')
      : state.kind === 'failed'
        ? t('finder.failed')
        : state.kind === 'found'
          ? t('finder.nothing', { value: state.value })
          : text.trim()
            ? t('finder.enter')
            : t('finder.typeToSearch');
  return (
    <div className={styles.panel}>
      <p id={listId} className={styles.hint} role="status">
        {words}
      </p>
    </div>
  );
}
