import type { ActionPermission } from '@atoll/domain/access/permission';
import { t } from '../../locale/locale.ts';
import { settingHere } from '../../sync/app-store.ts';

/** Returns the preset reasons of an action: the outlet's own, or the defaults of the app; none for most actions. */
export function presetReasons(permission: ActionPermission): readonly string[] {
  switch (permission) {
    case 'item.void.unsent':
    case 'item.void.sent':
    case 'bill.void':
    case 'bill.void.printed':
    case 'bill.lower.printed':
    case 'bill.refund':
      return settingHere('VoidReasons');
    case 'item.comp': {
      const own = settingHere('CompReasons');
      return own.length > 0 ? own : t('service.compReasons').split('|');
    }
    case 'item.discount':
    case 'bill.discount': {
      const own = settingHere('DiscountReasons');
      return own.length > 0 ? own : t('service.discountReasons').split('|');
    }
    case 'payment.correct':
      return t('service.correctReasons').split('|');
    case 'price.override':
      return t('floor.priceReasons').split('|');
    case 'drawer.open':
      return t('floor.drawerReasons').split('|');
    default:
      return [];
  }
}
