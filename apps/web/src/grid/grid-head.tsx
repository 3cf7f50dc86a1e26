import { useState } from 'react';
import { shortDay } from '../locale/instant.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Button, IconButton } from '../ui/display/button.tsx';
import { ScreenTitle } from '../ui/display/screen-title.tsx';
import { useIsNarrow } from '../ui/hook/narrow.ts';
import { ActionMenu } from '../ui/overlay/action-menu.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { Popup } from '../ui/overlay/popup.tsx';
import css from './grid-head.module.css';
import type { GridHeadProps } from './grid-props.ts';
import { ColumnPicks, ExportButton, Filters, Instant, Views } from './grid-tools.tsx';
import { ScreenTabs } from './screen-tabs.tsx';

/**
 * Shows title, search, From and To, filters, columns, layout, export, New. A phone has search and New in one row and
 * folds the rest.
 */
export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { title, query, onQuery, onNew } = props;
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <ScreenTitle>{title}</ScreenTitle>
        <ScreenTabs />
      </div>
      <div className={css.tools}>
        <input
          className={css.search}
          type="search"
          aria-label={t('grid.search')}
          placeholder={t('grid.search')}
          value={query.search}
          onChange={(event) => onQuery({ ...query, search: event.currentTarget.value, page: 1 })}
        />
        {isNarrow ? <Folded {...props} /> : <Spread {...props} />}
        {onNew && (
          <Button look="main" icon="plus" onClick={onNew}>
            <span className={props.hasTime ? css.roomy : undefined}>{t('grid.new')}</span>
          </Button>
        )}
      </div>
      {isNarrow && props.tools && <div className={css.tools}>{props.tools}</div>}
    </header>
  );
}

const setIn = (filters: Readonly<Record<string, string>>): number =>
  Object.values(filters).filter((value) => value !== '').length;

/** Shows the tools side by side, where there is room. */
function Spread<Row>(props: GridHeadProps<Row>) {
  const { query, onQuery, hasTime, filters = [], choice, chosen, tools } = props;
  const { t } = useTranslation();
  const actions = props.listActions?.(chosen) ?? [];
  const set = setIn(query.filters);
  return (
    <>
      {hasTime && (
        <>
          <Instant name="from" {...{ query, onQuery }} />
          <Instant name="to" {...{ query, onQuery }} />
        </>
      )}
      {filters.length > 0 && (
        <Popup
          label={set > 0 ? t('grid.filterCount', { count: set }) : t('grid.filter')}
          button={
            <Button look={set > 0 ? 'accent' : 'outline'}>
              {t('grid.filter')}
              {set > 0 ? ` · ${set}` : ''}
            </Button>
          }
        >
          <Filters {...{ filters, query, onQuery }} />
        </Popup>
      )}
      <Popup label={t('grid.columns')} button={<Button look="outline">{t('grid.columns')}</Button>}>
        <ColumnPicks columns={props.columns} choice={choice} />
      </Popup>
      {props.exportEndpoint !== false && <ExportButton {...props} />}
      {tools}
      {actions.length > 0 && (
        <ActionMenu button={<IconButton icon="more" label={t('grid.more')} />} actions={actions} portal />
      )}
      <Views choice={choice} />
    </>
  );
}

/** Shows the tools under one button, with the active filters beside it. */
function Folded<Row>(props: GridHeadProps<Row>) {
  const { query, onQuery, hasTime, filters = [], choice, chosen } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const actions = props.listActions?.(chosen) ?? [];
  const set = setIn(query.filters);
  const isNarrowed = set > 0 || (hasTime && query.to !== '');
  return (
    <>
      <Button look={isNarrowed ? 'accent' : 'outline'} aria-label={t('grid.more')} onClick={() => setOpen(true)}>
        {hasTime && query.from
          ? t('grid.since', { day: shortDay(query.from) })
          : filters.length > 0
            ? t('grid.filter')
            : t('resource.more')}
        {set > 0 ? ` · ${set}` : ''}
      </Button>
      {isOpen && (
        <Modal title={t('grid.more')} onClose={() => setOpen(false)}>
          <div className={css.folded}>
            {hasTime && (
              <>
                <Instant name="from" {...{ query, onQuery }} />
                <Instant name="to" {...{ query, onQuery }} />
              </>
            )}
            <Filters {...{ filters, query, onQuery }} />
            <Views choice={choice} isWorded />
            <details>
              <summary>{t('grid.columns')}</summary>
              <ColumnPicks columns={props.columns} choice={choice} />
            </details>
            {props.exportEndpoint !== false && <ExportButton {...props} />}
            {actions.map(({ label, icon, disabled, onSelect }) => (
              <Button
                key={label}
                look="outline"
                icon={icon}
                disabled={disabled}
                onClick={() => {
                  setOpen(false);
                  onSelect();
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        </Modal>
      )}
    </>
  );
}
