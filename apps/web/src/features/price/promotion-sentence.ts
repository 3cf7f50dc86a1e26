/** What a promotion does, in one sentence, from the values of its form: 'Buy 2 of Pizzas, get 1 free, Friday 17:00–19:00'. Source: R21.6. */
import type { Availability } from '@atoll/domain/menu/availability';
import { formatAmount } from '@atoll/domain/money/money';
import type { PromotionType } from '@atoll/domain/price/promotion';
import type { TFunction } from 'i18next';
import type { Chosen, FormValues } from '../../form/form-values.ts';
import { recordDate } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';

/** Stands for what is not typed yet. */
const open = '…';

interface Words {
  readonly t: TFunction;
  readonly values: FormValues;
}

interface Part {
  readonly menuItemId: Chosen | null;
  readonly categoryId: Chosen | null;
  readonly qty: number | null;
}

const number = (value: unknown): string => (typeof value === 'number' && value > 0 ? String(value) : open);
const money = (value: unknown): string => (typeof value === 'number' ? formatAmount(value) : open);
const names = (value: unknown): string[] => ((value ?? []) as readonly Chosen[]).map(({ name }) => name);

/** Returns the items and categories of two fields, or everything. */
function what({ t, values }: Words, items: string, categories: string): string {
  const named = [...names(values[categories]), ...names(values[items])];
  return named.length > 0 ? named.join(', ') : t('promotion.everything');
}

/** Returns what the promotion takes off. */
function offOf(words: Words): string {
  const { t, values } = words;
  const percent = number(values['percent']);
  const amount = money(values['amount']);
  switch (values['type'] as PromotionType) {
    case 'PercentOff':
      return t('promotion.percentOff', { percent, what: what(words, 'itemIds', 'categoryIds') });
    case 'AmountOff':
      return t('promotion.amountOff', { amount, what: what(words, 'itemIds', 'categoryIds') });
    case 'BuyGet':
      return buyGet(words, percent);
    case 'Bundle':
      return t('promotion.bundle', { parts: partsOf(values), price: money(values['price']) });
    case 'BillOff': {
      const off = values['percent'] ? `${percent} %` : amount;
      const spend = values['minSpend'];
      return spend ? t('promotion.billOffFrom', { off, spend: money(spend) }) : t('promotion.billOff', { off });
    }
  }
}

function buyGet(words: Words, percent: string): string {
  const { t, values } = words;
  const isOther = names(values['getItemIds']).length + names(values['getCategoryIds']).length > 0;
  const about = {
    buy: number(values['buyQty']),
    get: number(values['getQty']),
    what: what(words, 'itemIds', 'categoryIds'),
    other: what(words, 'getItemIds', 'getCategoryIds'),
    percent,
  };
  const isFree = values['percent'] === 100;
  if (isOther) return t(isFree ? 'promotion.buyGetOtherFree' : 'promotion.buyGetOther', about);
  return t(isFree ? 'promotion.buyGetFree' : 'promotion.buyGet', about);
}

function partsOf({ parts }: FormValues): string {
  const named = ((parts ?? []) as readonly Part[]).map(
    ({ menuItemId, categoryId, qty }) => `${number(qty)} × ${(menuItemId ?? categoryId)?.name || open}`,
  );
  return named.length > 0 ? named.join(' + ') : open;
}

/** Returns the hours: days with the same ones together. */
function hoursOf({ t, values }: Words): string[] {
  const rows = ((values['availability'] ?? []) as readonly Partial<Availability>[]).filter((row) => row.day);
  const byHours = Map.groupBy(rows, ({ from, to }) => `${from || open}–${to || open}`);
  return [...byHours].map(([hours, same]) =>
    same.some(({ day }) => day === 'Every day')
      ? t('promotion.everyDay', { hours })
      : t('promotion.days', { days: same.map(({ day }) => labelText(day ?? '', t)).join(', '), hours }),
  );
}

/** Returns one sentence that says what a promotion with these values does, when, and for whom. */
export function promotionSentence(t: TFunction, values: FormValues): string {
  const words = { t, values };
  const except = names(values['exceptItemIds']);
  const types = (values['orderTypes'] ?? []) as readonly string[];
  const groups = names(values['groupIds']);
  const perBill = Number(values['maxPerBill'] ?? 0);
  const { fromDate, toDate } = values as { readonly fromDate?: string | null; readonly toDate?: string | null };
  return [
    offOf(words),
    except.length > 0 && values['type'] !== 'BillOff' && t('promotion.except', { what: except.join(', ') }),
    values['trigger'] === 'Coupon' && t('promotion.coupon'),
    values['trigger'] === 'Birthday' && t('promotion.birthday'),
    ...hoursOf(words),
    fromDate && t('promotion.fromDay', { day: recordDate(fromDate) }),
    toDate && t('promotion.untilDay', { day: recordDate(toDate) }),
    types.length > 0 && t('promotion.onlyFor', { who: types.map((type) => labelText(type, t)).join(', ') }),
    groups.length > 0 && t('promotion.onlyFor', { who: groups.join(', ') }),
    perBill > 0 && ['BuyGet', 'Bundle'].includes(String(values['type'])) && t('promotion.perBill', { count: perBill }),
  ]
    .filter(Boolean)
    .join(t('promotion.separator'));
}
