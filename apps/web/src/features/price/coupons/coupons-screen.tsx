import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { promotion as promotionDefinition } from '@atoll/domain/resources/promotion';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/api.ts';
import { useAct } from '../../../approval/use-act.ts';
import { valuesOf } from '../../../form/form-values.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { useLabel } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { uuidv7 } from '../../../session/id.ts';
import { useSession } from '../../../session/session.ts';
import { saveFile } from '../../../storage/save-file.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Empty } from '../../../ui/display/empty.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { Input } from '../../../ui/field/input.tsx';
import { promotionFields } from '../gaps/promotion-fields.ts';
import { ShortGaps } from '../gaps/rule-name.tsx';
import { PricePage } from '../price-page.tsx';
import css from './coupons-screen.module.css';

/** Creates the codes of coupons, as a file, once, and lists how many were used. Source: R21.19. */
export function CouponsScreen() {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const mayCreate = useSession(({ user }) => user?.permissions.includes('price.manage') === true);
  const found = useQuery({ queryKey: ['coupons', outletId], queryFn: () => call('prices.coupons', { inPlace: true }) });
  return (
    <PricePage title={t('coupon.title')}>
      {mayCreate && <NewCoupons hasCoupons={Boolean(found.data?.length)} />}
      {found.isError && <NotLoaded found={found} isRow />}
      {found.data?.length === 0 && <NoCoupons mayCreate={mayCreate} />}
      {found.data && found.data.length > 0 && <CouponList coupons={found.data} />}
    </PricePage>
  );
}

/** Returns the promotions of the outlet, also drafts, but no deleted ones. */
function usePromotions() {
  const outletId = useSession((state) => state.scope?.outletId);
  return useQuery({
    queryKey: ['coupon promotions', outletId],
    queryFn: async () => (await call('promotion.list', { inPlace: true })) as unknown as readonly ResourceRecord[],
  });
}

const byCoupon = (promotions: readonly ResourceRecord[] = []) =>
  promotions.filter((one) => one['trigger'] === 'Coupon');

function NewCoupons({ hasCoupons }: { readonly hasCoupons: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const promotions = usePromotions();
  const choices = byCoupon(promotions.data);
  const [chosen, setChosen] = useState('');
  const [count, setCount] = useState<number | null>(1);
  const [maxUses, setMaxUses] = useState<number | null>(1);
  const { act, busy, failure } = useAct();
  const errors: Readonly<Record<string, string>> = failure?.errors ?? (failure ? { count: failure.message } : {});
  const promotionId = Number(chosen || choices[0]?.id || 0);
  const create = () =>
    act('create', async () => {
      const body = { key: uuidv7(), promotionId, count: count ?? 0, maxUses: maxUses ?? 0 };
      const { csv } = await call('prices.createCoupons', { body, inPlace: true });
      saveFile('coupons.csv', new Blob([csv], { type: 'text/csv' }));
      await queries.invalidateQueries({ queryKey: ['coupons'] });
    });
  if (promotions.isError) return <NotLoaded found={promotions} isRow />;
  if (choices.length === 0) return promotions.data && hasCoupons ? <Hint>{t('coupon.noPromotion')}</Hint> : null;
  return (
    <form
      className={css.form}
      noValidate
      aria-label={t('coupon.create')}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div className={css.fields}>
        <SelectField
          label={t('coupon.promotion')}
          value={String(promotionId)}
          error={errors['promotionId']}
          options={choices.map((one) => ({ value: String(one.id), label: String(one['name']) }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Input kind="integer" label={t('coupon.count')} value={count} error={errors['count']} onChange={setCount} />
        <Input
          kind="integer"
          label={t('coupon.maxUses')}
          hint={t('coupon.maxUsesHint')}
          value={maxUses}
          error={errors['maxUses']}
          onChange={setMaxUses}
        />
      </div>
      <Hint>{t('coupon.once')}</Hint>
      <Button type="submit" look="main" busy={busy !== null}>
        {t('coupon.create')}
      </Button>
    </form>
  );
}

/** Says that there are no coupons; where no promotion counts by coupon, leads to the promotions. */
function NoCoupons({ mayCreate }: { readonly mayCreate: boolean }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const navigate = useNavigate();
  const { data: promotions } = usePromotions();
  const isFirst = mayCreate && promotions !== undefined && byCoupon(promotions).length === 0;
  return (
    <Empty
      icon="percent"
      title={t('coupon.none')}
      {...(isFirst && {
        hint: t('coupon.noPromotion'),
        action: (
          <Button look="accent" onClick={() => void navigate({ href: '/menu/promotions' })}>
            {localize('Promotions')}
          </Button>
        ),
      })}
    />
  );
}

type Coupons = Awaited<ReturnType<typeof call<'prices.coupons'>>>;

function CouponList({ coupons }: { readonly coupons: Coupons }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { data: promotions } = usePromotions();
  return (
    <ul className={css.list} aria-label={t('coupon.title')}>
      {coupons.map(({ key, promotionId, promotion, createdAt, count, maxUses, uses, last4 }) => (
        <li key={key} className={css.row}>
          <b>
            {promotion} {last4 && `··${last4}`}
          </b>
          <span>{dayAndTime(createdAt, timezone)}</span>
          <span>{t('coupon.codes', { count })}</span>
          <span>{maxUses === 0 ? t('coupon.unlimited') : t('coupon.usesEach', { count: maxUses })}</span>
          <span>{t('coupon.usedOn', { count: uses })}</span>
          {promotions && promotionId !== undefined && (
            <CouponGap promotion={promotions.find(({ id }) => id === promotionId)} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Says why codes take nothing off: their promotion is deleted, a draft, or for items that no menu has now. */
function CouponGap({ promotion }: { readonly promotion: ResourceRecord | undefined }) {
  const { t } = useTranslation();
  if (!promotion) return <p className={css.gap}>{t('coupon.promotionGone')}</p>;
  if (promotion['status'] === 'Draft') return <p className={css.gap}>{t('coupon.promotionDraft')}</p>;
  const values = valuesOf(promotionDefinition.fields, promotion);
  return <ShortGaps fields={promotionFields(values)} values={values} />;
}
