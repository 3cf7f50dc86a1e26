import { overlaps } from '@atoll/domain/price/overlap';
import { promotionOf } from '@atoll/domain/price/promotion-of';
import { promotion } from '@atoll/domain/resources/promotion';
import { useParams } from '@tanstack/react-router';
import { FormNote } from '../../form/form-note.tsx';
import { bodyOf, type FormValues } from '../../form/form-values.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { menuIndexOf } from '../../sync/menu/menu-index.ts';
import { promotionSentence } from './promotion-sentence.ts';

/** Says in one sentence what a promotion with these values does, and, when it is to be published, which published ones compete with it. */
export function PromotionSummary({ values }: { readonly values: FormValues }) {
  const { t } = useTranslation();
  const rivals = useRivals(values);
  if (!values['type']) return null;
  return (
    <>
      <FormNote tone="accent" role="status">
        {promotionSentence(t, values)}
      </FormNote>
      {rivals.length > 0 && (
        <FormNote tone="saved" role="status">
          {t('promotion.overlaps', { names: rivals.join(', ') })}
        </FormNote>
      )}
    </>
  );
}

/** Returns the names of the other published promotions that can be for the same items at the same time. */
function useRivals(values: FormValues): string[] {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const published = useApp(({ prices }) => prices.promotions);
  const menus = useApp((app) => app.menus);
  if (!values['type'] || values['status'] !== 'Published' || !published) return [];
  const own = promotionOf(Number(id), bodyOf(promotion.fields, values));
  const index = menuIndexOf(menus);
  const categoriesOf = (item: number) => index.find(item)?.categoryIds ?? [];
  return published.filter((one) => one.id !== own.id && overlaps(own, one, categoriesOf)).map(({ name }) => name);
}
