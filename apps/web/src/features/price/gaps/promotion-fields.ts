import type { FieldDefinition } from '@atoll/domain/form/field';
import type { PromotionType } from '@atoll/domain/price/promotion';
import { usesField } from '@atoll/domain/price/promotion-of';
import { promotion } from '@atoll/domain/resources/promotion';
import type { FormValues } from '../../../form/form-values.ts';

/** Returns whether a promotion uses a field: the others say nothing about it. */
export const isUsed = (key: string, { type, trigger }: FormValues): boolean =>
  key === 'pointsCost' ? trigger === 'Reward' : usesField(type as PromotionType | null, key);

/** Returns the fields of a promotion whose items must be on a menu. An item that is excepted may be gone. */
export const promotionFields = (values: FormValues): readonly FieldDefinition[] =>
  promotion.fields.filter(({ key }) => key !== 'exceptItemIds' && isUsed(key, values));
