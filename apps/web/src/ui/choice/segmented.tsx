import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './segmented.module.css';

export interface SegmentedItem<T extends string> {
  value: T;
  label: string;
  /** Shown beside the label, excluded from its accessible name. */
  extra?: ReactNode;
}

interface SegmentedProps<T extends string> {
  /** Name of the tablist. */
  label: string;
  items: readonly SegmentedItem<T>[];
  value: T;
  onChange: (value: T) => void;
  /** 'track': equal segments. 'pills': a row that scrolls sideways. */
  look?: 'track' | 'pills';
  /** Id of the panel that the tabs control. */
  controls?: string | undefined;
}

/** Chooses one of a few, as tabs; arrow keys move and choose. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, items, value, onChange, look = 'track', controls } = props;
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const at = items.findIndex((item) => item.value === value);
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? items.length - 1
          : event.key === (rtl ? 'ArrowLeft' : 'ArrowRight')
            ? (at + 1) % items.length
            : event.key === (rtl ? 'ArrowRight' : 'ArrowLeft')
              ? (at - 1 + items.length) % items.length
              : -1;
    const item = items[next];
    if (!item) return;
    event.preventDefault();
    onChange(item.value);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={styles[look]} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          aria-controls={controls}
          tabIndex={item.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(item.value)}
        >
          {item.label}
          {item.extra !== undefined && <span aria-hidden="true">{item.extra}</span>}
        </button>
      ))}
    </div>
  );
}
