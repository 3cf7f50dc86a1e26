/** The outlet's public website in the API; its blocks are the entity Page. Source: docs/rules.md#website. */
import * as z from 'zod/mini';
import { siteStatuses } from '../../website/site.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, instant, text } from '../platform/shape.ts';

const access = { who: 'member', anyOf: ['Website'] } as const;
const color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));

const settings = {
  title: z.string().check(z.trim(), z.minLength(2), z.maxLength(70)),
  tagline: text(140),
  color,
  description: text(160),
  priceNote: text(160),
};

export const site = z.object({
  ...settings,
  slug: z.string(),
  /** Path of the public site on this server. */
  path: z.string(),
  status: z.enum(siteStatuses),
  publishedAt: z.nullable(instant),
  scheduledAt: z.nullable(instant),
  version: z.int(),
  versions: z.array(z.object({ id, at: instant, byName: z.string(), blocks: z.int() })),
});
export type Site = z.infer<typeof site>;

export const findSite = defineEndpoint({
  key: 'site.find',
  method: 'GET',
  path: '/app/site',
  summary: 'Returns the settings and status of the outlet’s site, and its last 20 versions',
  access,
  answer: site,
  refusals: [],
});

export const updateSite = defineEndpoint({
  key: 'site.update',
  method: 'PUT',
  path: '/app/site/update',
  summary: 'Changes the settings of the site; they become public when it is published',
  access,
  body: z.object({
    ...settings,
    slug: z
      .string()
      .check(
        z.regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'Use lowercase letters, digits and hyphens, like atoll-cafe'),
      ),
    version: z.int(),
  }),
  answer: site,
  refusals: ['invalid', 'versionOld'],
});

export const previewSite = defineEndpoint({
  key: 'site.preview',
  method: 'GET',
  path: '/app/site/preview',
  summary: 'Returns the secret path of a preview of the site',
  access,
  answer: z.object({ path: z.string() }),
  refusals: [],
});

export const publishSite = defineEndpoint({
  key: 'site.publish',
  method: 'POST',
  path: '/app/site/publish',
  summary: 'Publishes the site now or at a later time',
  access,
  body: z.object({ at: z.optional(instant) }),
  answer: site,
  refusals: ['invalid'],
});

export const takeSiteOffline = defineEndpoint({
  key: 'site.offline',
  method: 'POST',
  path: '/app/site/offline',
  summary: 'Takes the site offline',
  access,
  answer: site,
  refusals: [],
});

export const restoreSite = defineEndpoint({
  key: 'site.restore',
  method: 'POST',
  path: '/app/site/restore',
  summary: 'Publishes an earlier version again',
  access,
  body: z.object({ id }),
  answer: site,
  refusals: ['notFound'],
});

export const siteCodes = defineEndpoint({
  key: 'site.codes',
  method: 'GET',
  path: '/app/site/codes',
  summary:
    'Returns a QR code for each slot that opens the menu there; none while the address leads to the server’s own machine only',
  access,
  answer: z.object({
    url: z.string(),
    /** Phones of guests cannot reach the address: PUBLIC_URL must be set. */
    isLocal: z.optional(z.boolean()),
    codes: z.array(
      z.object({
        type: z.string(),
        slot: z.int(),
        svg: z.string(),
        /** The address in the code. Absent: the server is of an earlier release, and all slots have the same. */
        url: z.optional(z.string()),
      }),
    ),
  }),
  refusals: [],
});
