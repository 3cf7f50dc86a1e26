import type { BulkRow } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError } from '../../api/api.ts';
import { FailureBox } from '../../form/form-dialog.tsx';
import { ListNote } from '../../form/list-box.tsx';
import { sentenceText } from '../../locale/sentence.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import css from './bulk-drawer.module.css';
import { isDone } from './undo.ts';
import { type BulkRequest, useBulk } from './use-bulk.ts';

export interface BulkAction {
  readonly title: string;
  /** What to check and show; null while the user has not asked for a preview. */
  readonly asked: BulkRequest | null;
  /** Keys of the fields that change. */
  readonly keys: readonly string[];
  /** Returns what a row shows of a record before or after. */
  readonly shown?: (record: BulkRow['before']) => string;
  /** The button, and the message afterwards, for a number of records. */
  readonly go: (count: number) => string;
  readonly done: (count: number) => string;
  readonly isDanger?: boolean;
}

interface BulkDrawerProps extends BulkAction {
  readonly definition: ResourceDefinition;
  /** The form in front of the preview. */
  readonly children?: ReactNode;
  /** Shows 'Preview'. */
  readonly onPreview?: (() => void) | undefined;
  readonly onClosed: () => void;
}

/** Returns the part of a request for the rows that are not refused. */
function withoutRefused({ changes, copies }: BulkRequest, rows: readonly BulkRow[]): BulkRequest {
  const good = new Set(rows.filter(({ error }) => error === null).map(({ id }) => id));
  return {
    ...(changes && { changes: changes.filter(({ id }) => good.has(id)) }),
    ...(copies && { copies: copies.filter(({ id }) => good.has(id)) }),
  };
}

/** Shows what a bulk action would do, row by row, before anything is written; refused rows are named and left out. */
export function BulkDrawer(props: BulkDrawerProps) {
  const { definition, title, asked, keys, shown, go, done, isDanger, children, onPreview, onClosed } = props;
  const { t } = useTranslation();
  const { preview, apply, failure, isBusy } = useBulk(definition);
  const found = useQuery({
    queryKey: ['bulk preview', definition.table, asked],
    enabled: asked !== null,
    queryFn: () => preview(asked ?? {}),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const rows = asked === null ? undefined : found.data;
  const count = rows?.filter((row) => isDone(row) || (row.error === null && asked?.copies)).length ?? 0;
  const refusal = found.error instanceof CallError ? found.error.body : found.error && { message: t('resource.away') };
  const run = async () => {
    if (asked && rows && (await apply(withoutRefused(asked, rows), keys, done))) onClosed();
  };
  return (
    <Drawer
      title={title}
      onClose={onClosed}
      footer={
        <>
          <Button onClick={onClosed}>{t('ui.cancel')}</Button>
          {rows || !onPreview ? (
            <Button look={isDanger ? 'danger' : 'main'} disabled={count === 0} busy={isBusy} onClick={() => void run()}>
              {go(count)}
            </Button>
          ) : (
            <Button look="main" busy={found.isFetching} onClick={onPreview}>
              {t('bulk.preview')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.parts}>
        {(failure ?? refusal) && <FailureBox failure={failure ?? refusal ?? { message: '' }} />}
        {children}
        {asked !== null && found.isFetching && !rows && <SkeletonRows label={t('ui.loading')} />}
        {rows && <Rows rows={rows} shown={shown} />}
      </div>
    </Drawer>
  );
}

function Rows({ rows, shown }: { rows: readonly BulkRow[]; shown: BulkAction['shown'] }) {
  const { t } = useTranslation();
  const refused = rows.filter(({ error }) => error !== null).length;
  return (
    <section aria-label={t('bulk.preview')} className={css.parts}>
      {refused > 0 && <ListNote isError>{t('bulk.leftOut', { count: refused })}</ListNote>}
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.id} className={css.row}>
            <strong>{row.name}</strong>
            {row.error === null ? <Difference row={row} shown={shown} /> : <em>{sentenceText(row.error)}</em>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Difference({ row: { before, after }, shown }: { row: BulkRow; shown: BulkAction['shown'] }) {
  const { t } = useTranslation();
  if (!shown || !after) return null;
  const [old, next] = [shown(before), shown(after)];
  return old === next ? (
    <span>{t('bulk.same')}</span>
  ) : (
    <span>
      <del>{old}</del> → <ins>{next}</ins>
    </span>
  );
}
