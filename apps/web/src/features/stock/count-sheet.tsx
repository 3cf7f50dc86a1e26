import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../api/api.ts';
import { tillNowText } from '../../clock/till-clock.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { QtyBox } from '../../stock/qty-box.tsx';
import { qtyText } from '../../stock/quantity.ts';
import { Chip } from '../../ui/display/chip.tsx';
import { Input } from '../../ui/field/input.tsx';
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
    await call('count.lines', { body: { id, lines: [{ itemId, counted, countedAt }] }, inPlace: true });
    return true;
  } catch {
    return false;
  }
}

interface CountSheetProps {
  readonly count: StockCount;
  readonly onSaved: () => void;
}

/** Returns the typed quantities of a count, and functions to type and save one. Those that could not be sent survive a reload. */
function useTypedQuantities(countId: number, onSaved: () => void) {
  const [typed, setTyped] = useState<Typed>(() => unsentOf(countId));
  useEffect(() => {
    const unsent = Object.fromEntries(Object.entries(typed).filter(([, { state }]) => state !== 'saved'));
    sessionStorage.setItem(draftKey(countId), JSON.stringify(unsent));
  }, [typed, countId]);
  const type = (itemId: number, qty: number | null) =>
    setTyped((now) => ({ ...now, [itemId]: { qty, state: 'typed' } }));

  async function save(line: Line): Promise<void> {
    const entry = typed[line.itemId];
    if (!entry || entry.state === 'saved' || entry.qty === line.counted) return;
    const isSaved = await sendLine(countId, line.itemId, entry.qty);
    // If the box was typed into again in the meantime, the saved quantity is not the one it shows.
    setTyped((now) =>
      now[line.itemId]?.qty === entry.qty
        ? { ...now, [line.itemId]: { qty: entry.qty, state: isSaved ? 'saved' : 'failed' } }
        : now,
    );
    if (isSaved) onSaved();
  }
  return { typed, type, save };
}

/** Moves the focus to the next or previous box of a list: Enter and the arrows. Enter in the last box leaves it. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>, list: HTMLElement | null): void {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const boxes = [...(list?.querySelectorAll('input') ?? [])];
  const next = boxes[boxes.indexOf(event.currentTarget) + step];
  if (next) next.focus();
  else event.currentTarget.blur();
}

/**
 * Shows the sheet of a count: a row per item, saved when its box is left. Enter and the arrows go from box to box, so
 * that one hand is enough on a phone or a number pad. Quantities that could not be sent stay and are marked.
 */
export function CountSheet({ count, onSaved }: CountSheetProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { typed, type, save } = useTypedQuantities(count.id, onSaved);
  const list = useRef<HTMLUListElement>(null);
  const words = search.trim().toLowerCase();
  const lines = count.lines.filter((line) => `${line.itemName} ${line.itemCode}`.toLowerCase().includes(words));
  return (
    <section className={css.sheet}>
      <div className={css.head}>
        <Input kind="text" label={t('count.find')} value={search} onChange={setSearch} />
        <p role="status" className={css.progress}>
          {t('count.progress', { done: count.countedLines, all: count.lineCount })}
        </p>
      </div>
      <progress className={css.bar} max={count.lineCount || 1} value={count.countedLines} aria-hidden="true" />
      <p className={css.hint}>{t('count.keysHint')}</p>
      <ul className={css.lines} ref={list}>
        {lines.map((line) => (
          <CountLine
            key={line.itemId}
            line={line}
            entry={typed[line.itemId]}
            onType={(qty) => type(line.itemId, qty)}
            onLeft={() => void save(line)}
            onKeyDown={(event) => moveFocus(event, list.current)}
          />
        ))}
      </ul>
      {lines.length === 0 && <p className={css.hint}>{t('count.nothing')}</p>}
    </section>
  );
}

interface CountLineProps {
  readonly line: Line;
  /** What was typed here, and whether it was saved. */
  readonly entry: Typed[number] | undefined;
  readonly onType: (qty: number | null) => void;
  readonly onLeft: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Shows an item of the count with the box for its quantity. */
function CountLine({ line, entry, onType, onLeft, onKeyDown }: CountLineProps) {
  const { t } = useTranslation();
  return (
    <li className={css.line}>
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
          onChange={onType}
          onLeft={onLeft}
          onKeyDown={onKeyDown}
        />
        <span className={css.unit}>{line.unit}</span>
      </span>
    </li>
  );
}
