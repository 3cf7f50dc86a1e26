import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { fieldOf, type ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useParams, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Button, IconButton } from '../ui/display/button.tsx';
import { useIsHere, useReturn } from '../ui/overlay/return.ts';
import css from './detail-card.module.css';
import { DetailCard } from './detail-card.tsx';
import { neighboursOf, useListSource } from './list-source.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { useCanWrite } from './use-record.ts';

export interface ResourceCardProps {
  readonly definition: ResourceDefinition;
  /** Returns whether the row of a field is shown for a record. */
  readonly shows?: ((key: string, record: ResourceRecord) => boolean) | undefined;
  /** Replaces the rows. */
  readonly card?: ((record: ResourceRecord) => ReactNode) | undefined;
  /** Content below the rows, such as the bills of a customer or the ledger of an account. */
  readonly below?: ((record: ResourceRecord) => ReactNode) | undefined;
  readonly size?: 'm' | 'l' | undefined;
}

/** 'View Vendor': shows the detail card of the record in the address, with links to its neighbours, Edit and Delete. */
export function ResourceCard({ definition, shows = () => true, card, below, size }: ResourceCardProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { path, name, views } = definition;
  const close = useReturn(path);
  const canWrite = useCanWrite(definition);
  const go = useGo(path);
  const source = useListSource();
  const { before, after } = neighboursOf(source, path, id);
  const step = (to: number | undefined) => to !== undefined && go(`view/${to}`);
  return (
    <RecordDrawer
      {...{ definition, id, size }}
      title={t('resource.view', { name: localize(name) })}
      onClosed={close}
      footer={() => (
        <>
          {source.path === path && (
            <span className={css.steps}>
              <IconButton
                icon="back"
                label={t('resource.previous')}
                disabled={before === undefined}
                onClick={() => step(before)}
              />
              <IconButton
                icon="forward"
                label={t('resource.next')}
                disabled={after === undefined}
                onClick={() => step(after)}
              />
            </span>
          )}
          {canWrite && (
            <>
              <Button onClick={() => go(`delete/${id}`)}>{t('resource.deleteButton')}</Button>
              <Button look="main" onClick={() => go(`edit/${id}`)}>
                {t('resource.editButton')}
              </Button>
            </>
          )}
        </>
      )}
    >
      {(record) => (
        <>
          {!record.isActive && <p className={css.state}>{t('resource.inactive')}</p>}
          {card ? (
            card(record)
          ) : (
            <DetailCard
              fields={views.card.filter((key) => shows(key, record)).map((key) => fieldOf(definition, key))}
              record={record}
            />
          )}
          {below?.(record)}
        </>
      )}
    </RecordDrawer>
  );
}

/** Returns a function that goes to another path of the same list and keeps the return path in `r`. Once the person has gone elsewhere, it does nothing. */
export function useGo(path: string): (rest: string) => void {
  const router = useRouter();
  const isHere = useIsHere();
  return (rest) => {
    if (isHere()) void router.navigate({ href: `${path}/${rest}${router.state.location.searchStr}`, replace: true });
  };
}
