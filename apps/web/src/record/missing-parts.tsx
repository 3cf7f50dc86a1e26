import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useConnection } from '../api/connection.ts';
import { joinedList } from '../locale/joined-list.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { missingParts, type PartName, retryParts, staleParts, useParts } from '../sync/parts.ts';
import { Button } from '../ui/display/button.tsx';
import { Empty } from '../ui/display/empty.tsx';
import { Icon } from '../ui/display/icon.tsx';
import css from '../ui/display/notice-bar.module.css';

function TryAgain() {
  const { t } = useTranslation();
  return (
    <Button icon="refresh" onClick={retryParts}>
      {t('ui.tryAgain')}
    </Button>
  );
}

const namesOf = (t: TFunction, names: readonly PartName[]): string =>
  joinedList(names.map((name) => t(`parts.names.${name}`)));

/**
 * Shows above every screen which parts of the outlet's data (menu, open bills, …) could not be loaded or are outdated. The till retries automatically
 * (R35.1). Without the server all are outdated, which the header says already.
 */
export function MissingParts() {
  const { t } = useTranslation();
  const parts = useParts((state) => state.parts);
  const missing = missingParts(parts);
  const isOnline = useConnection((state) => state.isOnline);
  const stale = isOnline ? staleParts(parts) : [];
  if (missing.length + stale.length === 0) return null;
  const hasFailed = missing.some((name) => (parts[name]?.failures ?? 0) > 0);
  return (
    <section className={css.bar} role="status" aria-label={t('parts.title')}>
      <Icon name="warning" />
      <p>
        {missing.length > 0 && t(hasFailed ? 'parts.missing' : 'parts.slow', { names: namesOf(t, missing) })}{' '}
        {stale.length > 0 && t('parts.stale', { names: namesOf(t, stale) })}
      </p>
      <TryAgain />
    </section>
  );
}

/** Shows, in place of a part of the outlet's data, that it is loading or could not be loaded; `otherwise` once it is loaded. */
export function MissingPart({ name, otherwise }: { name: PartName; otherwise?: ReactNode }) {
  const { t } = useTranslation();
  const part = useParts((state) => state.parts[name]);
  if (!part || part.hasCopy || part.isLoaded) return otherwise;
  const names = t(`parts.names.${name}`);
  if (part.failures === 0)
    return <Empty icon="refresh" title={t('parts.loading', { names })} hint={part.isSlow ? t('parts.slowHint') : ''} />;
  return (
    <Empty
      icon="warning"
      tone="late"
      title={t('parts.missing', { names })}
      hint={t('parts.retrying')}
      action={<TryAgain />}
    />
  );
}
