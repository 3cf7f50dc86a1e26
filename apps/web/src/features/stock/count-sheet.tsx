import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { tillNowText } from '../../clock/till-clock.ts';
import { QtyBox } from '../../stock/qty-box.tsx';
import { qtyText } from '../../stock/quantity.ts';
import { Chip } from '../../ui/display/chip.tsx';
import { TextInput } from '../../ui/field/text-input.tsx';
import css from './count-sheet.module.css';

type Line = StockCount['lines'][number];
type Typed = Readonly<Record<number, { readonly qty: number | null; readonly state: 'typed' | 'saved' | 'failed' }>>;

const draftKey = (id: number) => `atoll.count.${id}`;

/** Returns what was typed before a reload and could not be sent. */
function unsentOf(id: number): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(id)) ?? '{}') as Typed;
  } catch {
    // The stored text is not ours.
    return {};
  }
}

/**
 * Sends the counted quantity. Returns whether it was saved; otherwise it stays in the box, marked, and is sent when the
 * box is left again.
 */
async function sendLine(id: number, itemId: number, counted: number | null): Promise<boolean> {
  const countedAt = tillNowText();
  try {
    await call('count.lines', { body: { id, lines: [{ itemId, counted, countedAt }] }, quiet: true });
    return true;
  } catch {
    return false;
  }
}

interface CountSheetProps {
  readonly count: StockCount;
  readonly onSaved: () => void;
}

/**
 * Shows the sheet of a count: a row per item, saved when its box is left. Enter and the arrows go from box to box, so
 * that one hand is enough on a phone or a number pad. Quantities that could not be sent stay and are marked.
 */
export function CountSheet({ count, onSaved }: CountSheetProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState<Typed>(() => unsentOf(count.id));
  const list = useRef<HTMLUListElement>(null);
  const words = search.trim().toLowerCase();
  const lines = count.lines.filter((line) => `${line.itemName} ${line.itemCode}`.toLowerCase().includes(words));

  // Quantities that could not be sent survive a reload.
  useEffect(() => {
    const unsent = Object.fromEntries(Object.entries(typed).filter(([, { state }]) => state !== 'saved'));
    sessionStorage.setItem(draftKey(count.id), JSON.stringify(unsent));
  }, [typed, count.id]);
  const put = (itemId: number, qty: number | null, state: Typed[number]['state']) =>
    setTyped((now) => ({ ...now, [itemId]: { qty, state } }));

  async function save(line: Line): Promise<void> {
    const entry = typed[line.itemId];
    if (!entry || entry.state === 'saved' || entry.qty === line.counted) return;
    const isSaved = await sendLine(count.id, line.itemId, entry.qty);
    // If the box was typed into again in the meantime, the saved quantity is not the one it shows.
    setTyped((now) =>
      now[line.itemId]?.qty === entry.qty
        ? { ...now, [line.itemId]: { qty: entry.qty, state: isSaved ? 'saved' : 'failed' } }
        : now,
    );
    if (isSaved) onSaved();
  }

  function move(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])];
    const next = boxes[boxes.indexOf(event.currentTarget) + step];
    if (next) next.focus();
    else event.currentTarget.blur();
  }

  return (
    <section className={css.sheet}>
      <div className={css.head}>
        <TextInput label={t('count.find')} value={search} onChange={setSearch} />
        <p role="status" className={css.progress}>
          {t('count.progress', { done: count.countedLines, all: count.lineCount })}
        </p>
      </div>
      <progress className={css.bar} max={count.lineCount || 1} value={count.countedLines} aria-hidden="true" />
      <p className={css.hint}>{t('count.keysHint')}</p>
      <ul className={css.lines} ref={list}>
        {lines.map((line) => {
          const entry = typed[line.itemId];
          return (
            <li key={line.itemId} className={css.line}>
              <span className={css.name}>
                {line.itemName}
                <span className={css.small}>
                  {line.itemCode}
                  {line.expected !== null && ` · ${t('count.expected')} ${qtyText(line.expected, line.unit)}`}
                </span>
              </span>
              {entry?.state === 'failed' && <Chip tone="late">{t('count.notSaved')}</Chip>}
              {entry?.state === 'saved' && <Chip tone="good">{t('count.saved')}</Chip>}
              <span className={css.box}>
                <QtyBox
                  label={t('count.countedOf', { item: line.itemName, unit: line.unit })}
                  value={entry ? entry.qty : line.counted}
                  onChange={(qty) => put(line.itemId, qty, 'typed')}
                  onLeft={() => void save(line)}
                  onKeyDown={move}
                />
                <span className={css.unit}>{line.unit}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {lines.length === 0 && <p className={css.hint}>{t('count.nothing')}</p>}
    </section>
  );
}
