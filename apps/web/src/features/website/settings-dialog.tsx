import type { Site } from '@atoll/domain/contract/website';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Drawer } from '../../ui/overlay.tsx';
import { showToast } from '../../ui/toast.ts';
import css from './website.module.css';

const lengths = { title: 70, tagline: 140, slug: 40, description: 160, priceNote: 160 } as const;

/** Title, address, colour, and what search engines show. */
export function SettingsDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const queries = useQueryClient();
  const [typed, setTyped] = useState({
    title: site.title,
    tagline: site.tagline,
    slug: site.slug,
    color: site.color,
    description: site.description,
    priceNote: site.priceNote,
  });
  const save = useMutation({
    mutationFn: () => call('site.update', { body: { ...typed, version: site.version }, quiet: true }),
    onSuccess: async () => {
      showToast(t('website.saved'), 'good');
      await queries.invalidateQueries({ queryKey: ['site'] });
      onClose();
    },
  });
  const refusal = save.error instanceof CallError ? save.error.body : undefined;
  const errorOf = (key: string) => refusal?.errors?.[key];
  const known = Object.keys(typed).some((key) => errorOf(key));
  const field = (key: keyof typeof lengths) => ({
    value: typed[key],
    error: errorOf(key),
    maxLength: lengths[key],
    onChange: (event: { currentTarget: { value: string } }) => setTyped({ ...typed, [key]: event.currentTarget.value }),
  });
  return (
    <Drawer
      title={t('website.settings')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="main" type="submit" form={form} busy={save.isPending}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {save.isError && !known && (
          <p role="alert" className={css.alert}>
            {refusal?.message ?? t('session.noServer')}
          </p>
        )}
        <TextField label={t('website.siteTitle')} hint={t('website.siteTitleHint')} required {...field('title')} />
        <TextField label={t('website.tagline')} {...field('tagline')} />
        <TextField label={t('website.slug')} hint={t('website.slugHint')} required {...field('slug')} />
        <TextField
          label={t('website.color')}
          hint={t('website.colorHint')}
          type="color"
          className={css.color}
          value={typed.color}
          onChange={(event) => setTyped({ ...typed, color: event.currentTarget.value })}
        />
        <TextArea label={t('website.description')} hint={t('website.descriptionHint')} {...field('description')} />
        <TextField label={t('website.priceNote')} {...field('priceNote')} />
      </form>
    </Drawer>
  );
}
