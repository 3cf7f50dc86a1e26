import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { page } from '@atoll/domain/resources/page';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../api/api.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useRefresh } from '../../resource/use-record.ts';
import { Button, IconButton } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { useOpenOver } from '../../ui/overlay/open-over.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import css from './block-list.module.css';
import shared from './panel-head.module.css';

/** Lists the blocks in order; they can be moved, opened and added. */
export function BlockList({ blocks }: { blocks: readonly ResourceRecord[] }) {
  const { t } = useTranslation();
  const open = useOpenOver();
  const refresh = useRefresh(page);
  const move = useMutation({
    mutationFn: (order: readonly ResourceRecord[]) => reorder(order),
    onSettled: refresh,
  });
  const shown = move.isPending ? move.variables : blocks;
  const swap = (index: number, by: 1 | -1) => {
    const order = [...blocks];
    const [block] = order.splice(index, 1);
    if (!block || move.isPending) return;
    order.splice(index + by, 0, block);
    move.mutate(order);
  };
  const add = (
    <Button icon="plus" look={blocks.length === 0 ? 'main' : 'soft'} onClick={() => open(pathTo('Create Page'))}>
      {t('website.newBlock')}
    </Button>
  );
  return (
    <section className={css.blocks} aria-label={t('website.blocks')}>
      <header className={shared.panelHead}>
        <h2>{t('website.blocks')}</h2>
        {blocks.length > 0 && add}
      </header>
      {blocks.length === 0 ? (
        <Empty icon="globe" title={t('website.noBlocks')} hint={t('website.noBlocksHint')} action={add} />
      ) : (
        <ol>
          {shown.map((block, index) => {
            const title = String(block['title']);
            return (
              <li key={block.id} className={css.block} data-hidden={block['isShown'] === false || undefined}>
                <span className={css.moves}>
                  <IconButton
                    icon="down"
                    className={css.up}
                    label={t('website.up', { title })}
                    disabled={index === 0}
                    onClick={() => swap(index, -1)}
                  />
                  <IconButton
                    icon="down"
                    label={t('website.down', { title })}
                    disabled={index === shown.length - 1}
                    onClick={() => swap(index, 1)}
                  />
                </span>
                <button
                  type="button"
                  className={css.openBlock}
                  aria-label={t('website.editBlock', { title })}
                  onClick={() => open(pathTo('Edit Page', { id: block.id }))}
                >
                  <strong>{title}</strong>
                  <small>
                    {labelText(String(block['kind']))}
                    {block['isShown'] === false && ` · ${t('website.hidden')}`}
                  </small>
                </button>
                <IconButton
                  icon="trash"
                  label={t('website.removeBlock', { title })}
                  onClick={() => open(pathTo('Delete Page', { id: block.id }))}
                />
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

/** Writes the new positions of the blocks that moved, one after another. */
async function reorder(order: readonly ResourceRecord[]): Promise<void> {
  const { method, path } = endpointsOf(page).update;
  for (const [sort, { id, version, ...block }] of order.entries())
    if (block['sort'] !== sort) await request(method, path, { body: { id, version, sort } });
}
