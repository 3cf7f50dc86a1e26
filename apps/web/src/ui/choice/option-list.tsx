import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useInView } from '../hook/use-in-view.ts';
import styles from './option-list.module.css';

interface OptionListProps<Item extends object> {
  /** Id of the field; those of the list and of the options begin with it. */
  readonly id: string;
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyField: keyof Item & string;
  readonly subkey: (keyof Item & string) | undefined;
  /** The value that 'Add a new …' offers after the items; null for none. */
  readonly newValue: string | null;
  readonly newLabel: string;
  /** A typed text can be added as a new one. */
  readonly canCreate: boolean;
  readonly highlighted: number;
  readonly isFetching: boolean;
  readonly onChoose: (index: number) => void;
}

/** Shows the choices of a dropdown, and keeps the highlighted one visible. */
export function OptionList<Item extends object>(props: OptionListProps<Item>) {
  const { id, label, items, keyField, subkey, newValue, highlighted, isFetching, onChoose } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  useInView(popup, items.length + 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [highlighted]);

  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option' as const,
    'aria-selected': index === highlighted,
    className: styles.option,
    // The field keeps the focus, so that blur means leaving the field.
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => onChoose(index),
  });

  return (
    <div ref={popup} className={styles.popup}>
      <div id={`${id}-list`} ref={list} role="listbox" tabIndex={-1} aria-label={label} className={styles.list}>
        {items.map((item, index) => (
          <div key={`${String(item[keyField])} ${index}`} {...option(index)}>
            {String(item[keyField])}
            {subkey && <small>{String(item[subkey] ?? '')}</small>}
          </div>
        ))}
        {newValue !== null && (
          <div {...option(items.length)}>{t('widget.addNew', { label: props.newLabel, value: newValue })}</div>
        )}
      </div>
      {isFetching ? (
        <p role="status">{t('widget.fetching')}</p>
      ) : (
        items.length === 0 &&
        newValue === null && (
          <p role="status">
            {props.canCreate ? t('widget.typeNew', { label: props.newLabel }) : t('widget.noResults')}
          </p>
        )
      )}
    </div>
  );
}
