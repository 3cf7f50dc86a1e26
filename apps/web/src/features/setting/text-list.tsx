import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { SettingError } from './setting-note.tsx';
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
  /** Says what to type instead of a text that is not valid. */
  fault?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

/** Edits a list of short texts: typed, added with Enter or when the field is left, removed one by one. A text that is not valid stays, with what to type instead. */
export function TextList(props: TextListProps) {
  const { t } = useTranslation();
  const {
    id,
    label,
    values,
    onChange,
    read = (text) => text || null,
    show = (value) => value,
    unit = '',
    fault,
  } = props;
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const text = typed.trim();
  const parsed = read(text);
  const isKnown = parsed !== null && values.includes(parsed);
  const isWrong = isChecked && text !== '' && (parsed === null || isKnown);

  function add() {
    setChecked(true);
    if (parsed === null || text === '' || isKnown) return;
    onChange([...values, parsed]);
    setTyped('');
    setChecked(false);
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
          aria-invalid={isWrong || props['aria-invalid']}
          value={typed}
          maxLength={200}
          placeholder={t('setting.addOne')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          // What was typed is not lost: who leaves the field has added it.
          onBlur={add}
        />
        <button type="button" disabled={text === ''} onClick={add} aria-label={t('setting.addTo', { label })}>
          <Icon name="plus" size={18} />
        </button>
      </div>
      {isWrong && <SettingError>{isKnown ? t('setting.alreadyListed') : fault}</SettingError>}
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
