import type { FieldDefinition } from '@atoll/domain/form/field';
import { displayValueOf, formatField } from '../form/formatted.ts';
import { useLocalizeField } from '../form/localized.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { Button } from '../ui/display/button.tsx';
import { Whole } from '../ui/display/whole.tsx';
import css from './detail-card.module.css';

interface DetailCardProps {
  readonly fields: readonly FieldDefinition[];
  readonly record: Readonly<Record<string, unknown>>;
  /** Called by an edit button below the rows; without it there is no button. */
  readonly onEdit?: (() => void) | undefined;
}

/** Shows labelled rows (R10.1): dates as 13-Jan-2020, links as links, N/A for an empty value. */
export function DetailCard({ fields, record, onEdit }: DetailCardProps) {
  const { t } = useTranslation();
  const localize = useLocalizeField();
  return (
    <>
      <dl className={css.rows}>
        {fields.map(localize).map((field) => (
          <div key={field.key}>
            <dt>{field.label}</dt>
            <dd>
              <Shown field={field} value={displayValueOf(field, record)} />
            </dd>
          </div>
        ))}
      </dl>
      {onEdit && (
        <Button look="main" onClick={onEdit}>
          {t('resource.editButton')}
        </Button>
      )}
    </>
  );
}

function Shown({ field, value }: { field: FieldDefinition; value: unknown }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  if (field.kind === 'list' && Array.isArray(value) && value.length > 0) {
    return (
      <ul className={css.lines}>
        {value.map((row, index) => (
          // The index is the key: a stored list does not change its order while it is shown.
          <li key={index}>{formatField(field, [row], timezone)}</li>
        ))}
      </ul>
    );
  }
  const text = formatField(field, value, timezone);
  if (field.kind === 'image' && typeof value === 'string' && value) {
    return <img src={value} alt={field.label} className={css.image} />;
  }
  if (typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)) {
    return (
      <a href={value} target="_blank" rel="noreferrer">
        {text.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
      </a>
    );
  }
  if (field.kind === 'email' && value) return <a href={`mailto:${text}`}>{text}</a>;
  if (field.kind === 'phone' && value) return <a href={`tel:${text}`}>{text}</a>;
  return (
    <span className={text === t('ui.notAvailable') ? css.none : undefined}>
      <Whole>{text}</Whole>
    </span>
  );
}
