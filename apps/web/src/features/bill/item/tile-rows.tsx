import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import css from './item-grid.module.css';
import type { TilesProps } from './item-grid.tsx';
import { Tile } from './item-tile.tsx';

/**
 * What the last large category had: the height of its first row in px, its columns, and the size of the grid. The next one is rendered once with it, and not
 * a second time after the browser has laid out the first (R34.6).
 */
const last = { row: 182, columns: 4, grid: { width: 0, height: 0 } };

/** Renders the tiles of a large category in rows, and of these only the ones near the visible part. */
export function TileRows({ items, hoursOf, left, ...same }: TilesProps) {
  'use no memo';
  const own = useRef<HTMLDivElement>(null);
  const columns = useColumns(own);
  const [{ row, grid }] = useState(() => ({ ...last }));
  // oxlint-disable-next-line react/incompatible-library -- 'use no memo' above excludes this component
  const rows = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => own.current?.parentElement ?? null,
    estimateSize: () => row,
    initialRect: grid,
    overscan: 3,
  });
  useEffect(() => {
    last.row = rows.measurementsCache[0]?.size ?? last.row;
    last.grid = rows.scrollRect ?? last.grid;
  });
  return (
    <div ref={own} className={css.rows} style={{ blockSize: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => (
        <div
          key={index}
          ref={rows.measureElement}
          data-index={index}
          className={css.row}
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, translate: `0 ${start}px` }}
        >
          {items.slice(index * columns, (index + 1) * columns).map((item) => (
            <Tile key={item.id} item={item} hours={hoursOf?.(item.id)} left={left.get(item.id)} {...same} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Returns how many tiles stand side by side in the grid around the rows; it follows the width of the grid. */
function useColumns(own: React.RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(last.columns);
  useEffect(() => {
    const grid = own.current?.parentElement;
    if (!grid) return undefined;
    const measure = (): void => {
      last.columns = Math.max(1, getComputedStyle(grid).gridTemplateColumns.split(' ').filter(Boolean).length);
      setColumns(last.columns);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(grid);
    measure();
    return () => watch.disconnect();
  }, [own]);
  return columns;
}
