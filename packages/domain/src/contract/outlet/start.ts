/** Setup of a store without an owner, and leaving the demo data. Source: docs/rules.md#first-visit, docs/rules.md#demo. */
import * as z from 'zod/mini';
import { emailSchema, newPasscodeSchema, newPasswordSchema } from '../../access/credentials.ts';
import { menuItemTypes } from '../../menu/menu.ts';
import { businessTypes, gstModes } from '../../outlet/outlet.ts';
import { signedIn } from '../people/auth.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { money, nameText, text } from '../platform/shape.ts';
import { outletDetails } from './outlet.ts';

/** One row of a first menu: an item in one size, or one size of an item with several. */
export const menuRow = z.object({
  category: nameText(1, 60),
  name: nameText(1, 80),
  size: text(20),
  price: money,
  type: z.enum(menuItemTypes),
});

/** Maximum length of the table of a first menu, in characters; a longer one is imported into the list of items. */
export const maxTableLength = 400_000;

/** Letters and digits of the owner code. */
export const ownerCodeLength = 8;

/** Returns an owner code as it is compared: it is typed in capital or small letters, with or without a hyphen. */
export const plainOwnerCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const startBody = z.object({
  /** The code that the server prints at its start; not needed on its own machine. */
  ownerCode: z.optional(text(40)),
  owner: z.object({
    name: nameText(2, 80),
    email: emailSchema,
    password: newPasswordSchema,
    passcode: newPasscodeSchema,
  }),
  outlet: z.object({
    name: outletDetails.name,
    businessType: z.enum(businessTypes),
    address: outletDetails.address,
    tin: outletDetails.tin,
    taxSector: outletDetails.taxSector,
    phone: z.optional(outletDetails.phone),
    slotTypes: outletDetails.slotTypes,
    gstMode: z.enum(gstModes),
    gstOnServiceCharge: z.boolean(),
  }),
  /** Names of this till's printers by what they print. */
  printers: z.optional(z.object({ bill: text(60), kitchen: text(60), bar: text(60) })),
  menu: z.union([
    z.object({ from: z.literal('example') }),
    // What tills of earlier releases send.
    z.object({ from: z.literal('rows'), rows: z.array(menuRow).check(z.minLength(1), z.maxLength(2000)) }),
    // The text of a file as a list of items imports it; the server reads it. `columns`: chosen by hand, '' to leave one out.
    z.object({
      from: z.literal('table'),
      csv: z.string().check(z.minLength(1), z.maxLength(maxTableLength)),
      columns: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(200))),
      leavesOut: z.optional(z.boolean()),
    }),
    z.object({ from: z.literal('none') }),
  ]),
});
export type StartBody = z.infer<typeof startBody>;

export const start = defineEndpoint({
  key: 'auth.start',
  method: 'POST',
  path: '/auth/start',
  summary: 'Creates the owner, the first outlet and its menu, and signs in; refused when the store has an owner',
  access: { who: 'public' },
  body: startBody,
  answer: signedIn,
  refusals: ['invalid', 'alreadyStarted', 'ownerCodeWrong', 'tooMany'],
});

export const leaveDemo = defineEndpoint({
  key: 'app.leaveDemo',
  method: 'POST',
  path: '/app/demo/leave',
  summary: 'Archives the demo data and starts with an empty store; everybody is signed out',
  access: { who: 'signedIn', anyOf: ['settings.manage'] },
  body: z.object({ password: text(128) }),
  refusals: ['forbidden', 'invalid', 'tooMany', 'notDemo'],
});
