/** Every field of every entity of the decisions, and where the API has it. */
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { settingDefinitions } from '../../outlet/settings.ts';
import type { ResourceDefinition } from '../../resources/define-resource.ts';
import { allResources } from '../../resources/registry.ts';
import { user } from '../../resources/user.ts';
import { approval } from '../bill/approval.ts';
import { bill } from '../bill/bill.ts';
import { kitchenTicket } from '../bill/kitchen.ts';
import { printRequest } from '../bill/print.ts';
import { shift } from '../bill/shift.ts';
import { auditEntry } from '../outlet/audit.ts';
import { notice } from '../outlet/notification.ts';
import { ownOutlet } from '../outlet/outlet.ts';
import { reportDefinition, reportTemplate } from '../outlet/report.ts';
import { site } from '../outlet/website.ts';
import { accountEntry } from '../people/account.ts';
import { purchaseInvoice } from '../stock/purchase.ts';
import { recipe } from '../stock/recipe.ts';
import { movement, stockLevel } from '../stock/stock.ts';
import { stockCount } from '../stock/stock-count.ts';
import { stockRequest } from '../stock/stock-request.ts';
import { recordSchema } from './resource.ts';

interface Shape {
  readonly def: { readonly type: string; readonly shape?: Readonly<Record<string, Shape>> } & Partial<
    Readonly<Record<'innerType' | 'element', Shape>>
  >;
}

/** Returns the paths of a schema's fields: `items`, `items.qty`. */
function pathsOf(schema: unknown, within = ''): string[] {
  const { def } = schema as Shape;
  const inner = def.innerType ?? def.element;
  if (inner) return pathsOf(inner, within);
  return Object.entries(def.shape ?? {}).flatMap(([key, part]) => [within + key, ...pathsOf(part, `${within}${key}.`)]);
}

const ofSchema = (schema: z.ZodMiniType): string[] => pathsOf(schema);
const ofDefinition = (definition: ResourceDefinition): string[] => [
  ...Object.keys(recordSchema(definition).shape),
  ...definition.fields.flatMap(({ key, fields = [] }) => [key, ...fields.map((part) => `${key}.${part.key}`)]),
];
function ofTable(table: string): string[] {
  const definition = allResources.find((one) => one.table === table);
  if (!definition) throw new Error(`There is no entity ${table}`);
  return ofDefinition(definition);
}

/** A decided field; `decided=ours` where its name differs, such as `phone2` or `terms=termsDays`. */
type Row = readonly [entity: string, has: readonly string[], decided: string];

const shared = 'id key createdAt createdBy=createdByName modifiedAt version isActive';
const rows: readonly Row[] = [
  ...allResources.map(({ name, table }): Row => [`${name} (every entity)`, ofTable(table), shared]),
  [
    'User',
    ofDefinition(user),
    `name email password passcode role permissionOverrides=overrides outletIds jobTitle department phone avatar lastLoginAt
     permission=overrides.permission effect=overrides.effect limit=overrides.limit isActive`,
  ],
  [
    'Approval',
    ofSchema(approval),
    'key permission subjectType subjectId=subjectKey amount reason requestedBy approverId status expires=expiresAt',
  ],
  [
    'Outlet',
    ofSchema(ownOutlet),
    `name logo businessType legalName address phone email tin gstActivityNo taxSector currency timezone businessDayCutoff slotTypes
     slotTypes.type slotTypes.slotCount slotTypes.rates.from slotTypes.rates.serviceChargePct slotTypes.rates.gstPct gstMode
     gstOnServiceCharge receiptHeader receiptFooter languageBill languageKitchen invoicePrefix features isActive version`,
  ],
  [
    'Settings',
    Object.keys(settingDefinitions),
    `BillPrinter KotPrinter AutoPrintEnabled BotPrinter GrillPrinter FallbackPrinter BillCopies KotCopies PrintCancelTickets DrawerKick
     RoundCash BlindClose MaxCashDifference RequireCovers RequireVoidReason VoidReasons CompReasons DiscountPresets PaymentMethods QuickCash
     TipPresets IdleLockSeconds LateTableMinutes StaleBillMinutes CreditSaleAllowed NegativeStock`,
  ],
  [
    'Customer',
    ofTable('customer'),
    `code name phone phone2 email type company tin birthday gender addresses addresses.label addresses.line area=addresses.area
     addresses.landmark addresses.isDefault discountPct accountId loyaltyPoints tags allergies note marketingConsent=isMarketingAllowed
     marketingDate=marketingSince isVip`,
  ],
  [
    'House account',
    ofTable('account'),
    `kind code name accountType contactName phone email tin address creditLimit terms=termsDays billingDay discountPct status balance`,
  ],
  [
    'AccountEntry',
    ofSchema(accountEntry),
    'date=businessDate type amount billId method reference note balanceBefore balanceAfter shiftId key',
  ],
  ['Financial account', ofTable('account'), 'code name financialType parentId isSystem'],
  [
    'Menu',
    ofTable('menu'),
    'name description availability availability.day availability.from availability.to orderTypes sort status',
  ],
  ['Category', ofTable('category'), 'name nameLocal parentId menuIds color image sort courseNo defaultType gstMode'],
  [
    'Menu item',
    ofTable('menu_item'),
    `code barcode name nameLocal kitchenName categoryIds type sizes sizes.value sizes.sellingPrice sizes.costPrice sizes.barcode
     sizes.isDefault description image gstMode gstPct serviceChargeable=isServiceChargeable modifierGroupIds allergens spicy
     vegetarian=isVegetarian halal=isHalal prepMinutes openPrice=isOpenPrice soldByWeight=isSoldByWeight maxDiscountPct isAvailable sort
     pinned=isPinned printable=isPrintable`,
  ],
  [
    'Modifier group',
    ofTable('modifier_group'),
    `name required=isRequired min=minChoices max=maxChoices freeCount options options.name options.priceDelta default=options.isDefault
     options.inventoryItemId options.qty printOnKot=options.isPrinted`,
  ],
  [
    'Inventory item',
    ofTable('inventory_item'),
    `code barcode name category subCategory stockUnitId=stockUnit purchaseUnitId=purchaseUnit factor=purchaseFactor yieldPct costMethod
     avgCost lastCost reorderLevel parLevel maxLevel defaultVendorId defaultStorageId trackExpiry=isExpiryTracked shelfLifeDays
     trackBatch=isBatchTracked gstPct isSellable=menuItemId image note onHand value=stockValue`,
  ],
  ['Stock level', ofSchema(stockLevel), 'itemId storageId onHand value'],
  [
    'Recipe',
    ofSchema(recipe),
    'menuItemId size lines lines.itemId lines.subRecipeId lines.qty lines.unit lines.wastagePct yieldQty method cost',
  ],
  [
    'Inventory log',
    ofSchema(movement),
    'key at itemId storageId type qty unitCost before after refType refId batch expiry reason by=byName',
  ],
  [
    'Storage',
    ofTable('storage'),
    'code name type parentId isDefaultReceiving isDefaultIssue temperatureMin temperatureMax isSellable countFrequency sort',
  ],
  [
    'Inventory request',
    ofSchema(stockRequest),
    `number purpose fromStorageId toStorageId neededBy priority note lines lines.itemId lines.qtyRequested lines.unit lines.qtyApproved
     lines.qtyIssued lines.qtyReceived lines.note status reason`,
  ],
  [
    'Stock count',
    ofSchema(stockCount),
    `number storageId scope blind=isBlind lines lines.itemId lines.expected lines.counted lines.variance valueVariance=lines.varianceValue
     lines.reason status`,
  ],
  [
    'Vendor',
    ofTable('vendor'),
    `code name legalName tin isGstRegistered contactPerson phone phone2 email address website paymentTermsDays=termsDays currency
     leadTimeDays creditLimit bankName accountName accountNo note rating`,
  ],
  [
    'Invoice',
    ofSchema(purchaseInvoice),
    `number vendorInvoiceNo vendorId invoiceDate dueDate receivedDate storageId currency rate gstMode lines lines.kind lines.itemId
     lines.financialAccountId lines.description lines.qty lines.unit lines.unitPrice lines.discountPct lines.gstPct lines.lineTotal
     lines.batch lines.expiry discount otherCharges subTotal gst total vendorTotal attachments note payments payments.date payments.amount
     payments.method payments.reference payments.financialAccountId payments.paidFromShift status receiving paymentState reason`,
  ],
  [
    'Shift',
    ofSchema(shift),
    `number date createdAt createdBy openingBalance status closing counted=closing.counted expected=closing.expected
     difference=closing.difference differenceReason=closing.differenceReason denominations=closing.denominations
     closedBy=closedByName note=closing.note carried=closing.carried zNumber`,
  ],
  ['Cash event', ofSchema(shift), 'key=cash.key type=cash.kind amount=cash.amount reason=cash.reason payee=cash.payee'],
  [
    'X and Z',
    ofSchema(shift).map((path) => path.replace(/^totals\./, '')),
    `gross discounts=discount comps voids serviceCharge gstByRate base=gstByRate.base rounding net=total byMethod byType covers
     firstNumber=firstInvoice lastNumber=lastInvoice cashIn cashOut expected=expectedCash`,
  ],
  [
    'Bill',
    ofSchema(bill),
    `key version number invoiceType covers checkNo name approved pending meta meta.key meta.value isOpen serviceChargePct gstPct
     roundingAmount tip refundState status deliveryStatus`,
  ],
  [
    'Bill item',
    ofSchema(bill).map((path) => path.replace(/^items\./, '')),
    `key sentQty ticketIds modifiers discount discount.type discount.value discount.reason isComp voidReason voidedBy voidedAt
     approvalId=approvalKey gstMode gstPct taxAmount`,
  ],
  [
    'Payment',
    ofSchema(bill).map((path) => path.replace(/^payments\./, '')),
    'key method amount tendered change currency rate=currency.rate reference status receivedBy shiftId',
  ],
  [
    'Kitchen ticket',
    ofSchema(kitchenTicket),
    'key number billId slot type kind items=lines createdBy=waiter state station lineStatus=lines.isVoid',
  ],
  ['Print job', ofSchema(printRequest), 'key=jobKey printer=printerName type copies copyNo'],
  [
    'Delivery',
    ofSchema(bill).map((path) => path.replace(/^delivery\./, '')),
    `customerId name phone address areaOrZone=zoneId landmark channel promisedAt fee riderId riderName note
     step=steps.status at=steps.at by=steps.by reason=steps.reason deliveryStatus`,
  ],
  ['Zone', ofTable('zone'), 'name fee minOrder freeAbove etaMinutes isActive'],
  [
    'Report definition',
    ofSchema(reportDefinition),
    'key title group columns columns.key columns.label type=columns.kind total=columns.hasTotal chart filters',
  ],
  [
    'Report template',
    ofSchema(reportTemplate),
    `name reportKey=config.reportKey range=config.range from=config.from to=config.to types=config.filters.type
     userIds=config.filters.userId categoryIds=config.filters.categoryId compareTo=config.compareTo filters=config.filters
     isShared isFavourite`,
  ],
  [
    'Report schedule',
    ofSchema(reportTemplate),
    `frequency=schedule.frequency hour=schedule.time recipients=schedule.userIds format=schedule.format lastRun=schedule.sentAt
     status=schedule.problem`,
  ],
  ['Site', ofSchema(site), 'subpath=path title tagline theme=color status versions'],
  [
    'Website block',
    ofTable('page'),
    `kind heading=title text=body image alternative=imageText button=buttonLabel buttonLink entries from=showFrom to=showTo slug
     order=sort isShown`,
  ],
  ['Notification', ofSchema(notice), 'severity title body entity=entityName entityId at isRead'],
  [
    'Audit',
    ofSchema(auditEntry),
    'at user=person deviceId=device action entity=subject entityId=key before after approval=approvedBy',
  ],
];

it.each(rows)('[R14.2] the API has every decided field of %s', (_entity, has, decided) => {
  const wanted = decided.split(/\s+/).filter(Boolean);
  expect(wanted.length).toBeGreaterThan(0);
  const missing = wanted.filter((field) => !has.includes(field.split('=').at(-1) ?? ''));
  expect(missing).toEqual([]);
});

/** Decided fields that the API leaves out: nothing would read them. One that is added moves into the table above. */
const left: readonly Row[] = [
  ['Approval', ofSchema(approval), 'method'],
  ['User', ofDefinition(user), 'language'],
  ['Customer', ofTable('customer'), 'addresses.lat addresses.lng'],
  // A customer names the account; the account does not list its customers.
  ['House account', ofTable('account'), 'customers'],
  // A recipe names its menu item and size.
  ['Menu item', ofTable('menu_item'), 'sizes.recipeId minQty availableQty'],
  ['Storage', ofTable('storage'), 'responsibleUserId'],
  ['Vendor', ofTable('vendor'), 'minOrder categories items openingBalance'],
  ['Shift', ofSchema(shift), 'device closing.depositAmount closing.floatLeft'],
  ['Cash event', ofSchema(shift), 'cash.attachment cash.approvalId'],
  ['Kitchen ticket', ofSchema(kitchenTicket), 'course'],
  ['Print job', ofSchema(printRequest), 'attempts lastError'],
  ['Delivery', ofSchema(bill), 'delivery.lat delivery.lng delivery.cashToCollect delivery.distance delivery.photo'],
  ['Site', ofSchema(site), 'domain logo favicon languages seo tin'],
  ['Audit', ofSchema(auditEntry), 'ip reason'],
];

it.each(left)('[R14.2] the API leaves out the fields of %s that nothing would read', (_entity, has, fields) => {
  expect(fields.split(' ').filter((field) => has.includes(field))).toEqual([]);
});
