import { CallError } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { Empty } from '../ui/display/empty.tsx';
import css from './not-loaded.module.css';

interface NotLoadedProps {
  /** The failed query. */
  readonly found: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** Title, when the context does not name the data. */
  readonly title?: string | undefined;
  /** Renders one row instead of the whole area. */
  readonly isRow?: boolean;
}

/** Shows that data could not be loaded, the reason, and a retry button: a failure must not look like an empty list. */
export function NotLoaded({ found, title, isRow = false }: NotLoadedProps) {
  const { t } = useTranslation();
  const { error, isFetching, refetch } = found;
  if (error instanceof CallError && [400, 404].includes(error.status))
    return <Empty icon="search" title={t('resource.notFound')} hint={t('resource.notFoundHint')} />;
  const heading = title ?? t('ui.notLoaded');
  const why = error instanceof CallError ? error.message : t('grid.offline');
  const again = (
    <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
      {t('ui.tryAgain')}
    </Button>
  );
  return isRow ? (
    <div className={css.row} role="alert">
      <p>
        {heading} <span className={css.why}>{why}</span>
      </p>
      {again}
    </div>
  ) : (
    <Empty icon="warning" tone="late" title={heading} hint={why} action={again} />
  );
}
