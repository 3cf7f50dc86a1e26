import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import type { TFunction } from 'i18next';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import css from './import-findings.module.css';

/** Number of changed records that are shown. */
const shownChanges = 100;

/** Returns how many records an import creates and changes. Servers of earlier releases only know how many rows are correct. */
export const workOf = ({ good, created = good, changed = 0 }: ImportResult): number => created + changed;

/** Returns the counts of a preview in a sentence: '1 new · 2 changed · 37 unchanged'. */
export function countsOf(t: TFunction, found: ImportResult): string {
  const { rows, good, created = good, changed = 0, unchanged = 0 } = found;
  return [
    t('resource.importNew', { count: created }),
    ...(found.created === undefined ? [] : [t('resource.importChanged', { count: changed })]),
    ...(found.created === undefined ? [] : [t('resource.importSame', { count: unchanged })]),
    ...(rows > good ? [t('resource.importBad', { count: rows - good })] : []),
  ].join(' · ');
}

/** Shows how many records an import would create and change. */
export function ImportCounts({ found }: { found: ImportResult }) {
  const { t } = useTranslation();
  const isSame = workOf(found) === 0 && found.rows > 0 && found.rows === found.good;
  return (
    <p role="status" className={css.counts}>
      {isSame ? t('resource.importNothing') : countsOf(t, found)}
    </p>
  );
}

/** Shows each change of an import with its old and new text (R35.52). */
export function ImportChanges({ found }: { found: ImportResult }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const { changes = [], changed = 0 } = found;
  const shown = (text: string) => <bdi>{text === '' ? t('resource.importEmpty') : localize(text)}</bdi>;
  if (changes.length === 0) return null;
  return (
    <section className={css.changes}>
      <h3>{t('resource.importChanges')}</h3>
      <ul>
        {changes.slice(0, shownChanges).map(({ row, name, fields }) => (
          <li key={row}>
            <b>{name}</b>
            {fields.map(({ label, of, from, to }) => (
              <span key={`${label} ${of ?? ''}`}>
                {of ? t('resource.importOf', { label: localize(label), of }) : localize(label)}: {shown(from)}{' '}
                <span aria-hidden="true" className={css.arrow}>
                  →
                </span>
                <span className="visually-hidden">{t('resource.importTo')}</span> <strong>{shown(to)}</strong>
              </span>
            ))}
          </li>
        ))}
        {changed > shownChanges && <li>{t('resource.importMore', { count: changed - shownChanges })}</li>}
      </ul>
    </section>
  );
}
