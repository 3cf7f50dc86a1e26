import { contract } from '@atoll/domain/contract/contract';
import type { Site } from '@atoll/domain/contract/outlet/website';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../form/form-dialog.tsx';
import type { FormFieldProps } from '../../form/form-field.tsx';
import { bodyOf, valuesOf } from '../../form/form-values.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { TextField } from '../../ui/field/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './settings-dialog.module.css';

/** Edits title, address, colour, and the text for search engines. */
export function SettingsDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // Changes that somebody else saves in the meantime are reported on saving, not merged while the user types.
  const [stored] = useState(site);
  const fields: FieldDefinition[] = [
    {
      key: 'title',
      label: t('website.siteTitle'),
      hint: t('website.siteTitleHint'),
      kind: 'text',
      required: true,
      maxLength: 70,
    },
    { key: 'tagline', label: t('website.tagline'), kind: 'text', maxLength: 140 },
    { key: 'slug', label: t('website.slug'), hint: t('website.slugHint'), kind: 'text', required: true, maxLength: 40 },
    { key: 'color', label: t('website.color'), hint: t('website.colorHint'), kind: 'text' },
    {
      key: 'description',
      label: t('website.description'),
      hint: t('website.descriptionHint'),
      kind: 'multiline',
      maxLength: 160,
    },
    { key: 'priceNote', label: t('website.priceNote'), kind: 'text', maxLength: 160 },
  ];
  const { method, path } = contract['site.update'];
  return (
    <FormDialog
      title={t('website.settings')}
      fields={fields}
      values={valuesOf(fields, { ...stored })}
      draftKey={`site${stored.path}`}
      send={{ method, path }}
      toBody={(typed) => ({ ...bodyOf(fields, typed), version: stored.version })}
      custom={{ color: ColorField }}
      onSaved={() => {
        showToast(t('website.saved'), 'good');
        void queries.invalidateQueries({ queryKey: ['site'] });
        onClose();
      }}
      onClosed={onClose}
    />
  );
}

/** Uses the browser's colour picker. */
function ColorField({ field, value, onChange, onBlur, error }: FormFieldProps) {
  return (
    <TextField
      label={field.label}
      hint={field.hint}
      error={error}
      type="color"
      className={css.color}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
