import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { priceListOf } from '@atoll/domain/price/list-of';
import { promotionOf } from '@atoll/domain/price/promotion-of';
import type { PriceRules } from '@atoll/domain/price/rules';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';

async function drafts(): Promise<Pick<PriceRules, 'lists' | 'promotions'>> {
  const [lists, promotions] = (await Promise.all([
    call('price_list.list', { inPlace: true }),
    call('promotion.list', { inPlace: true }),
  ])) as unknown as (readonly ResourceRecord[])[];
  const isDraft = ({ status }: ResourceRecord) => status === 'Draft';
  return {
    lists: (lists ?? []).filter(isDraft).map((one) => priceListOf(one.id, one)),
    promotions: (promotions ?? []).filter(isDraft).map((one) => promotionOf(one.id, one)),
  };
}

/** Returns the published rules, and with `withDrafts` those that are not published yet too, once they are read. */
export function useRules(withDrafts: boolean) {
  const published = useApp((state) => state.prices);
  const outletId = useSession((state) => state.scope?.outletId);
  const found = useQuery({ queryKey: ['price drafts', outletId], queryFn: drafts, enabled: withDrafts });
  const { lists = [], promotions = [] } = (withDrafts && found.data) || {};
  const rules: PriceRules = {
    ...published,
    lists: [...published.lists, ...lists],
    promotions: [...(published.promotions ?? []), ...promotions],
  };
  return { rules, found };
}
