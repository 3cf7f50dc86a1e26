import { expect, it } from 'vitest';
import { allResources } from './registry.ts';
import { user } from './user.ts';

const views: Readonly<Record<string, readonly [more: string, card: string, csv: string]>> = {
  Menu: [
    'availability sort',
    'name status description orderTypes availability sort',
    'name status description orderTypes availability sort',
  ],
  Category: [
    'nameLocal parentId gstMode courseNo image sort',
    'name nameLocal menuIds parentId defaultType gstMode courseNo color image sort',
    'name nameLocal menuIds parentId defaultType gstMode courseNo color sort',
  ],
  'Menu Item': [
    'code barcode nameLocal kitchenName description modifierGroupIds gstMode gstPct isServiceChargeable isPrintable isOpenPrice isSoldByWeight allergens spicy isVegetarian isHalal prepMinutes maxDiscountPct isPinned sort',
    'image code barcode name nameLocal kitchenName categoryIds type sizes isAvailable description modifierGroupIds gstMode gstPct isServiceChargeable isOpenPrice isSoldByWeight allergens spicy isVegetarian isHalal prepMinutes maxDiscountPct',
    'code barcode name nameLocal kitchenName categoryIds type sizes isAvailable description modifierGroupIds gstMode gstPct isServiceChargeable isPrintable isOpenPrice isSoldByWeight allergens spicy isVegetarian isHalal prepMinutes maxDiscountPct isPinned sort',
  ],
  'Modifier Group': [
    'freeCount sort',
    'name isRequired minChoices maxChoices freeCount options',
    'name isRequired minChoices maxChoices freeCount options sort',
  ],
  Customer: [
    'code phone2 company tin addresses accountId discountPct allergies birthday gender tags isVip isMarketingAllowed note',
    'code name phone phone2 email type company tin address addresses accountId discountPct allergies birthday gender tags isVip isMarketingAllowed marketingSince loyaltyPoints note',
    'code name phone phone2 email type company tin address addresses accountId discountPct allergies birthday gender tags isVip isMarketingAllowed note',
  ],
  Account: [
    'code contactName email tin address termsDays billingDay discountPct parentId note',
    'kind code name accountType financialType contactName phone email tin address creditLimit balance termsDays billingDay discountPct status parentId isSystem note',
    'kind code name accountType financialType contactName phone email tin address creditLimit balance termsDays billingDay discountPct status note',
  ],
  Vendor: [
    'code legalName phone2 website leadTimeDays currency creditLimit bankName accountName accountNo rating note',
    'code name legalName tin isGstRegistered contactPerson phone phone2 email address website termsDays leadTimeDays currency creditLimit bankName accountName accountNo rating note',
    'code name legalName tin isGstRegistered contactPerson phone phone2 email address website termsDays leadTimeDays currency creditLimit bankName accountName accountNo rating note',
  ],
  Storage: [
    'code parentId isSellable temperatureMin temperatureMax countFrequency sort',
    'code name type parentId isDefaultReceiving isDefaultIssue isSellable temperatureMin temperatureMax countFrequency',
    'code name type parentId isDefaultReceiving isDefaultIssue isSellable countFrequency',
  ],
  'Inventory Item': [
    'code barcode subCategory purchaseUnit purchaseFactor yieldPct costMethod parLevel maxLevel isExpiryTracked shelfLifeDays isBatchTracked gstPct menuItemId image note',
    'image code barcode name category subCategory stockUnit purchaseUnit purchaseFactor yieldPct costMethod avgCost lastCost onHand stockValue reorderLevel parLevel maxLevel defaultVendorId defaultStorageId isExpiryTracked shelfLifeDays isBatchTracked gstPct menuItemId note',
    'code barcode name category subCategory stockUnit purchaseUnit purchaseFactor yieldPct costMethod avgCost lastCost onHand stockValue reorderLevel parLevel maxLevel defaultVendorId defaultStorageId isExpiryTracked shelfLifeDays isBatchTracked gstPct note',
  ],
  Zone: ['sort', 'name fee minOrder freeAbove etaMinutes sort', 'name fee minOrder freeAbove etaMinutes sort'],
  Page: [
    'buttonLabel buttonLink slug showFrom showTo',
    'kind title body image entries slug showFrom showTo isShown sort',
    'kind title body slug isShown sort',
  ],
  User: [
    'department phone',
    'avatar name email role outletIds jobTitle department phone lastLoginAt',
    'name email role outletIds jobTitle department phone lastLoginAt',
  ],
};

it.each([...allResources, user].map((one) => [one.name, one] as const))(
  '%s has its columns in this order',
  (name, definition) => {
    const { more = [], card, csv } = definition.views;
    expect([more, card, csv].map((keys) => keys.join(' '))).toEqual(views[name]);
  },
);
