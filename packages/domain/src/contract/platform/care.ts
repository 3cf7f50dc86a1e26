/** How the things of the server are. Source: R31.42. */
import * as z from 'zod/mini';
import { careActions, careItems, careLevels, careReasons } from '../../trust/care.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './shape.ts';

export const readCare = defineEndpoint({
  key: 'care.read',
  method: 'GET',
  path: '/app/care',
  summary: 'Returns how each thing of the server is, why, since when, and what to do',
  access: { who: 'signedIn', anyOf: ['server.manage'] },
  answer: z.array(
    z.object({
      item: z.enum(careItems),
      level: z.enum(careLevels),
      reason: z.enum(careReasons),
      values: z.record(z.string(), z.string()),
      action: z.enum(careActions),
      /** Since when it has this level. */
      since: instant,
    }),
  ),
  refusals: [],
});

/** What people send to who helps them. It is made for each call, and kept nowhere. */
export const readBundle = defineEndpoint({
  key: 'care.bundle',
  method: 'GET',
  path: '/app/support-bundle',
  summary:
    'Returns the files of a support bundle: log, versions, doctor and settings without secrets, personal data, TINs and amounts',
  access: { who: 'signedIn', anyOf: ['server.manage'] },
  answer: z.object({
    /** The name of the file in which they are saved. */
    name: z.string(),
    files: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
  refusals: [],
});
