import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { TagList } from './tag-list.tsx';
import css from './text-list.module.css';

interface TextListProps {
  id: string;
  label: string;
  'aria-describedby'?: string | undefined;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Returns the stored form of a typed text, or null when it is not valid. */
  read?: (text: string) => string | null;
  /** Returns how a stored text is shown. */
  show?: (value: string) => string;
  unit?: string;
}

/** Edits a list of short texts: typed, added with Enter, removed one by one. */
export function TextList(props: TextListProps) {
  const { t } = useTranslation();
  const { id, label, values, onChange, read = (text) => text || null, show = (value) => value, unit = '' } = props;
  const [typed, setTyped] = useState('');
  const parsed = read(typed.trim());
  const canAdd = parsed !== null && typed.trim() !== '' && !values.includes(parsed);

  function add() {
    if (!canAdd) return;
    onChange([...values, parsed]);
    setTyped('');
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  }

  return (
    <div className={css.list}>
      <div className={css.adder}>
        <input
          id={id}
          aria-describedby={props['aria-describedby']}
          value={typed}
          maxLength={200}
          placeholder={t('setting.addOne')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" disabled={!canAdd} onClick={add} aria-label={t('setting.addTo', { label })}>
          <Icon name="plus" size={18} />
        </button>
      </div>
      {values.length > 0 && (
        <TagList label={label}>
          {values.map((value) => (
            <li key={value}>
              {show(value)}
              {unit}
              <button
                type="button"
                aria-label={t('setting.remove', { name: `${show(value)}${unit}` })}
                onClick={() => onChange(values.filter((one) => one !== value))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </TagList>
      )}
    </div>
  );
}
