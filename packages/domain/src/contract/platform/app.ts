/** The signed-in user, the outlet, its settings and features. Source: R18.16–R18.18, docs/rules.md#settings, docs/rules.md#features. */
import * as z from 'zod/mini';
import { businessTypes, gstModes, slotTypeNames } from '../../outlet/outlet.ts';
import { stationTicketTypes } from '../../outlet/station.ts';
import { outletChoice } from '../people/auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, idParams, instant, percent, signedMoney } from './shape.ts';

/** What is public before sign-in: name, version, and the users of the demo data while it is in use. */
export const info = defineEndpoint({
  key: 'app.info',
  method: 'GET',
  path: '/app/info',
  summary: 'Returns name, version and, while demo data is in use, its users',
  access: { who: 'public' },
  answer: z.object({
    name: z.string(),
    version: z.string(),
    /** The port on which the print server of each till listens. */
    printPort: z.int(),
    /** True while the store has no owner: the first visit creates one. */
    isNew: z.boolean(),
    /** True while the first visit from where the caller is needs the owner code. */
    needsOwnerCode: z.optional(z.boolean()),
    demo: z.nullable(
      z.object({
        password: z.string(),
        passcode: z.string(),
        users: z.array(z.object({ email: z.string(), name: z.string(), role: z.string() })),
      }),
    ),
  }),
  refusals: [],
});

export const appUser = z.object({
  user: z.object({ id, email: z.string(), avatar: z.nullable(z.string()) }),
  name: z.string(),
  jobTitle: z.string(),
  department: z.string(),
  role: z.string(),
  permissions: z.array(z.string()),
  outlets: z.array(outletChoice),
});

export const user = defineEndpoint({
  key: 'app.user',
  method: 'GET',
  path: '/app/user',
  summary: 'Returns the signed-in user with permissions',
  access: { who: 'signedIn' },
  answer: appUser,
  refusals: [],
});

/** One setting; `value` is text ('true', '5'), `values` a list of texts. */
export const setting = z.object({
  key: z.string().check(z.maxLength(60)),
  value: z.optional(z.string().check(z.maxLength(2000))),
  values: z.optional(z.array(z.string().check(z.maxLength(500))).check(z.maxLength(200))),
});
export type Setting = z.infer<typeof setting>;

export const settings = defineEndpoint({
  key: 'app.settings',
  method: 'GET',
  path: '/app/settings',
  summary: 'Returns the outlet’s settings',
  access: { who: 'member' },
  answer: z.array(setting),
  refusals: [],
});

export const saveSettings = defineEndpoint({
  key: 'app.saveSettings',
  method: 'PUT',
  path: '/app/settings',
  summary: 'Writes the settings that are sent; others are unchanged',
  access: { who: 'member', anyOf: ['settings.manage'] },
  body: z.array(setting),
  answer: z.array(setting),
  refusals: ['settingUnknown', 'invalid', 'passwordNeeded'],
});

export const features = defineEndpoint({
  key: 'app.features',
  method: 'GET',
  path: '/app/features',
  summary: 'Returns the names of the features that are switched on for the outlet',
  access: { who: 'member' },
  answer: z.array(z.string()),
  refusals: [],
});

const codes = z.optional(z.array(z.string()));
const ids = z.optional(z.array(z.int()));

const station = z.object({
  code: z.string(),
  name: z.string(),
  ticketType: z.enum(stationTicketTypes),
  printers: codes,
  isScreen: z.optional(z.boolean()),
  language: z.optional(z.string()),
  types: codes,
  categoryIds: ids,
  itemIds: ids,
  sectionIds: ids,
  slotTypes: codes,
  isExpediter: z.optional(z.boolean()),
  watches: codes,
  amberMinutes: z.optional(z.int()),
  redMinutes: z.optional(z.int()),
  sort: z.int(),
  isRemoved: z.optional(z.boolean()),
});

export const outlet = z.object({
  outletId: id,
  name: z.string(),
  logo: z.nullable(z.string()),
  businessType: z.enum(businessTypes),
  legalName: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  tin: z.string(),
  gstActivityNo: z.string(),
  taxSector: z.enum(['General', 'Tourism']),
  currency: z.string(),
  timezone: z.string(),
  businessDayCutoff: z.string(),
  slotTypes: z.array(
    z.object({
      type: z.enum(slotTypeNames),
      slotCount: z.int(),
      rates: z.array(z.object({ from: instant, serviceChargePct: percent, gstPct: percent })),
    }),
  ),
  gstMode: z.enum(gstModes),
  gstOnServiceCharge: z.boolean(),
  receiptHeader: z.string(),
  receiptFooter: z.string(),
  invoicePrefix: z.string(),
  languageBill: z.string(),
  languageKitchen: z.string(),
  features: z.array(z.string()),
  /** The version of the floor plan; absent while nobody drew one. */
  floorVersion: z.optional(z.int()),
  /** The version of the price rules; absent while there are none. */
  pricesVersion: z.optional(z.int()),
  /** Some of its items are counted; absent where none is. */
  countsItems: z.optional(z.literal(true)),
  /** Its stations, in order, those that were removed too; absent while they are the three that every outlet has. */
  stations: z.optional(z.array(station)),
  /** The outlet that this one is the practice of; absent for an outlet that sells. */
  practiceOf: z.optional(id),
  version: z.int(),
});

export const findOutlet = defineEndpoint({
  key: 'app.findOutlet',
  method: 'GET',
  path: '/app/outlets/find/:id',
  summary: 'Returns one outlet of the caller, with slot types, dated rates and receipt details',
  access: { who: 'signedIn' },
  params: idParams,
  answer: outlet,
  refusals: ['notFound'],
});

/** A sold item of the dashboard; `unit` of one that is sold by weight. */
const soldItem = z.object({ name: z.string(), qty: z.number(), unit: z.optional(z.string()), sales: signedMoney });

export const dashboard = defineEndpoint({
  key: 'app.dashboard',
  method: 'GET',
  path: '/app/dashboard',
  summary: 'Returns the figures of a range of business days; of today without a range',
  access: { who: 'member', anyOf: ['Dashboard'] },
  query: z.object({ range: z.optional(z.string()), start: z.optional(z.string()), end: z.optional(z.string()) }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    bills: z.int(),
    covers: z.int(),
    sales: signedMoney,
    discount: signedMoney,
    gst: signedMoney,
    serviceCharge: signedMoney,
    openBills: z.int(),
    openTotal: signedMoney,
    byHour: z.array(z.object({ hour: z.int(), sales: signedMoney, bills: z.int() })),
    byMethod: z.array(z.object({ method: z.string(), amount: signedMoney })),
    byType: z.array(z.object({ type: z.string(), sales: signedMoney, bills: z.int() })),
    topItems: z.array(soldItem),
    /** The sold items with the lowest sales. */
    slowItems: z.array(soldItem),
    /** The days that the range is compared with (docs/rules.md#like-with-like); the last one up to `until`. */
    before: z.object({
      from: z.string(),
      to: z.string(),
      bills: z.int(),
      covers: z.int(),
      sales: signedMoney,
      discount: signedMoney,
      /** The same minute of the last compared day; null: the whole day. */
      until: z._default(z.nullable(instant), null),
      /** Sales by hour of the whole compared days. */
      byHour: z._default(z.array(z.object({ hour: z.int(), sales: signedMoney })), []),
    }),
    voids: z.object({ count: z.int(), amount: signedMoney }),
    /** Open bills that are older than the setting LateTableMinutes. */
    lateSlots: z.array(
      z.object({ id, type: z.string(), slot: z.int(), minutes: z.int(), total: signedMoney, by: z.string() }),
    ),
    /** Inventory items at or below their reorder level. */
    lowStock: z.int(),
    /** The open shift; `people` opened it or have worked on bills or the drawer since. */
    shift: z._default(
      z.nullable(
        z.object({
          number: z.int(),
          status: z.enum(['Open', 'Counting', 'Closed']),
          openedAt: instant,
          openedBy: z.string(),
          people: z.array(z.string()),
          /** null for people who may not see it. */
          expectedCash: z.nullable(signedMoney),
        }),
      ),
      null,
    ),
    /** The last closed shift. */
    lastClose: z._default(
      z.nullable(
        z.object({
          number: z.int(),
          date: z.string(),
          at: instant,
          by: z.string(),
          bills: z.int(),
          sales: signedMoney,
          difference: signedMoney,
        }),
      ),
      null,
    ),
  }),
  refusals: ['malformed', 'reportTooLong'],
});
