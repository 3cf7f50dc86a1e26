/** Listing, creating, changing and deactivating outlets. Source: docs/rules.md#outlets. */
import * as z from 'zod/mini';
import { businessTypes, gstModes, outletFeatures, printLanguages, slotTypeNames } from '../../outlet/outlet.ts';
import { outlet } from '../platform/app.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, idParams, instant, key, listQuery, pageOf, percent, plainName, text } from '../platform/shape.ts';

/** An outlet with its active state, for those who manage outlets. */
export const ownOutlet = z.extend(outlet, { isActive: z.boolean() });
export type OwnOutlet = z.infer<typeof ownOutlet>;

const slotTypes = z
  .array(
    z.object({
      type: z.enum(slotTypeNames),
      slotCount: z.int(),
      rates: z.array(z.object({ from: instant, serviceChargePct: percent, gstPct: percent })).check(z.maxLength(50)),
    }),
  )
  .check(z.maxLength(slotTypeNames.length));

/** The fields that can be written. `outletProblems` checks their lengths and rules. */
export const outletDetails = {
  name: text(200).check(plainName),
  logo: z.nullable(z.string().check(z.maxLength(200), z.regex(/^\/files\/\d{1,15}\/[\w-]{1,80}$/))),
  legalName: text(400).check(plainName),
  address: text(1000),
  phone: text(40),
  email: text(200),
  tin: text(40),
  gstActivityNo: text(40),
  taxSector: z.enum(['General', 'Tourism']),
  timezone: text(60),
  businessDayCutoff: text(5),
  slotTypes,
  gstMode: z.enum(gstModes),
  gstOnServiceCharge: z.boolean(),
  receiptHeader: text(1000),
  receiptFooter: text(1000),
  languageBill: z.enum(printLanguages),
  languageKitchen: z.enum(printLanguages),
  invoicePrefix: text(20),
  features: z.array(z.enum(outletFeatures)).check(z.maxLength(outletFeatures.length)),
};
const change = z.partial(z.object(outletDetails));
export type OutletChange = z.infer<typeof change>;

export const listOutlets = defineEndpoint({
  key: 'outlet.list',
  method: 'GET',
  path: '/app/outlets/list',
  summary: 'Lists the caller’s outlets, including deactivated ones',
  access: { who: 'signedIn', anyOf: ['settings.manage', 'user.manage'] },
  query: listQuery,
  answer: z.union([pageOf(ownOutlet), z.array(ownOutlet)]),
  refusals: ['pageSizeUnknown', 'listTooLong'],
});

export const createOutlet = defineEndpoint({
  key: 'outlet.create',
  method: 'POST',
  path: '/app/outlet/create',
  summary: 'Creates an outlet of the caller, with the default slot types of its business type unless others are sent',
  access: { who: 'signedIn', anyOf: ['settings.manage'] },
  body: z.extend(change, {
    key,
    name: outletDetails.name,
    address: outletDetails.address,
    businessType: z.enum(businessTypes),
  }),
  answer: ownOutlet,
  refusals: ['invalid', 'duplicate'],
});

export const updateOutlet = defineEndpoint({
  key: 'outlet.update',
  method: 'PUT',
  path: '/app/outlet/update',
  summary: 'Changes the details that are sent; bills keep the rates of their check-in',
  access: { who: 'signedIn', anyOf: ['settings.manage'] },
  body: z.extend(change, { outletId: id, version: z.int(), isActive: z.optional(z.literal(true)) }),
  answer: ownOutlet,
  refusals: ['notFound', 'invalid', 'versionOld', 'duplicate', 'inUse'],
});

export const deleteOutlet = defineEndpoint({
  key: 'outlet.delete',
  method: 'DELETE',
  path: '/app/outlet/delete/:id',
  summary: 'Deactivates an outlet; nothing is deleted',
  access: { who: 'signedIn', anyOf: ['settings.manage'] },
  params: idParams,
  refusals: ['notFound', 'inUse', 'shiftOpen', 'openBills'],
});
