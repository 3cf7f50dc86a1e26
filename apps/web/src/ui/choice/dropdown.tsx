import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { IconButton } from '../display/button.tsx';
import { Icon } from '../display/icon.tsx';
import { describe, type FieldFrame, Frame } from '../field/field.tsx';
import { ownEscape } from '../hook/escape.ts';
import { mayOpenOnFocus } from '../hook/focus-fault.ts';
import styles from './dropdown.module.css';
import { type DropdownData, useChoices } from './dropdown-data.ts';
import { OptionList } from './option-list.tsx';

interface DropdownShape<Item extends object> extends FieldFrame {
  /** The property shown and searched by case-insensitive prefix. */
  readonly keyField: keyof Item & string;
  /** A second property, shown small beside the first. */
  readonly subkey?: (keyof Item & string) | undefined;
  readonly data: DropdownData<Item>;
  readonly onBlur?: (() => void) | undefined;
  /** Creates a record from typed text, or returns null when it was not created; offers 'Add a new …'. */
  readonly onCreate?: ((text: string) => Item | null | Promise<Item | null>) | undefined;
  /** What 'Add a new …' calls the record; by default the label. */
  readonly newLabel?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

interface DropdownProps<Item extends object> extends DropdownShape<Item> {
  readonly value: Item | null;
  readonly onChange: (value: Item | null) => void;
}

/** Chooses one of many (R11.3–R11.6): opens on focus, filters by prefix, is locked after a choice until cleared. */
export function Dropdown<Item extends object>({ value, onChange, ...shape }: DropdownProps<Item>) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current || value) return;
    wantsFocus.current = false;
    input.current?.focus();
  });
  const { label, hint, error, required, disabled, keyField, onBlur } = shape;
  if (!value) {
    return <Search {...shape} id={id} ref={input} onPick={onChange} />;
  }
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={required}>
      <div className={styles.wrap}>
        <input
          {...describe(id, hint, error)}
          className={styles.input}
          readOnly
          disabled={disabled}
          value={String(value[keyField])}
          onBlur={onBlur}
        />
        {!disabled && (
          <IconButton
            icon="close"
            label={t('widget.clear', { label })}
            className={styles.clear}
            onClick={() => {
              onChange(null);
              wantsFocus.current = true;
            }}
          />
        )}
      </div>
    </Frame>
  );
}

interface MultiDropdownProps<Item extends object> extends DropdownShape<Item> {
  readonly value: readonly Item[];
  readonly onChange: (value: readonly Item[]) => void;
}

/** Chooses several of many: each choice is a chip with a remove button. */
export function MultiDropdown<Item extends object>({ value, onChange, ...shape }: MultiDropdownProps<Item>) {
  const { t } = useTranslation();
  const id = useId();
  const { keyField, disabled } = shape;
  const names = value.map((item) => item[keyField]);
  return (
    <div className={styles.multi}>
      <Search {...shape} id={id} taken={names} onPick={(item) => onChange([...value, item])} />
      {value.length > 0 && (
        <ul className={styles.chips} aria-label={shape.label}>
          {value.map((item) => (
            <li key={String(item[keyField])}>
              {String(item[keyField])}
              {!disabled && (
                <button
                  type="button"
                  aria-label={t('widget.removeChoice', { name: String(item[keyField]) })}
                  onClick={() => onChange(value.filter((other) => other !== item))}
                >
                  <Icon name="close" size={16} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SearchProps<Item extends object> extends DropdownShape<Item> {
  readonly id: string;
  readonly ref?: React.Ref<HTMLInputElement>;
  readonly onPick: (item: Item) => void;
  /** Values already chosen, which are not offered again. */
  readonly taken?: readonly unknown[];
}

/** Returns the choices for the typed text, whether it can be added as a new one, and how many options that makes. */
function useOffered<Item extends object>(props: SearchProps<Item>, typed: string, isOpen: boolean) {
  const { data, keyField, onCreate, taken = [] } = props;
  const found = useChoices(data, keyField, typed, isOpen);
  const isNew = (item: Item) => String(item[keyField]).toLowerCase() !== typed.toLowerCase();
  const items = found.items.filter((item) => !taken.includes(item[keyField]));
  const canAdd = onCreate !== undefined && typed !== '' && !found.isFetching && found.items.every(isNew);
  const canCreate = onCreate !== undefined && typed === '';
  return { items, canAdd, canCreate, count: items.length + (canAdd ? 1 : 0), isFetching: found.isFetching };
}

function Search<Item extends object>(props: SearchProps<Item>) {
  const { id, ref, label, hint, error, required, disabled, keyField, subkey, onCreate, onPick, onBlur } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const typed = text.trim();
  const { items, canAdd, count, ...state } = useOffered(props, typed, isOpen);
  const highlighted = Math.min(at, count - 1);

  function pick(item: Item) {
    setText('');
    setOpen(false);
    onPick(item);
  }
  async function choose(index: number) {
    const item = items[index];
    if (item) return pick(item);
    const added = canAdd && onCreate ? await onCreate(typed) : null;
    if (added) pick(added);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      if (isOpen && count > 0) setAt((highlighted + by + count) % count);
      setOpen(true);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      void choose(highlighted);
    } else if (event.key === 'Escape') setOpen(false);
  }

  return (
    <Frame id={id} label={label} hint={hint} error={error} required={required}>
      <div className={styles.wrap}>
        <input
          ref={ref}
          {...describe(id, hint, error)}
          {...ownEscape(isOpen)}
          className={styles.input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && highlighted >= 0 ? `${id}-${highlighted}` : undefined}
          aria-required={required}
          autoComplete="off"
          autoFocus={props.autoFocus}
          disabled={disabled}
          placeholder={props.placeholder ?? t('widget.choose')}
          value={text}
          onFocus={() => mayOpenOnFocus() && setOpen(true)}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false);
            onBlur?.();
          }}
        />
        <span className={styles.arrow}>
          <Icon name="down" size={18} />
        </span>
        {isOpen && !disabled && (
          <OptionList
            {...{ id, label, items, keyField, subkey, highlighted, ...state }}
            newValue={canAdd ? typed : null}
            newLabel={props.newLabel ?? label}
            onChoose={(index) => void choose(index)}
          />
        )}
      </div>
    </Frame>
  );
}
