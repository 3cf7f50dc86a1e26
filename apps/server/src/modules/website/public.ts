/**
 * Serves the public website of each outlet: `/s/{address}`, its menu and its other pages. The pages have no scripts, load nothing from other
 * servers, and have a strict content security policy.
 */
import { createHash } from 'node:crypto';
import { businessDate } from '@atoll/domain/date/business-day';
import type { SlotType } from '@atoll/domain/outlet/outlet';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import { blocksOn, pageOf, type SiteBlock, type SiteContent } from '@atoll/domain/website/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError, refusalOf, sendRefusal } from '../../platform/errors/answer.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { placesOf } from './codes.ts';
import { siteHtml } from './page-html.ts';
import { draftContent, findRow, outletOf, publicContent } from './record.ts';
import { type KnownSite, type Sorry, sorryHtml, sorryStyles } from './sorry-html.ts';
import { siteStyles, styleHash } from './styles.ts';
import { siteView } from './view.ts';

/** The page 'menu' exists on every site, also when no block of the site shows the menu. */
const menuBlock: SiteBlock = {
  kind: 'Menu',
  title: 'Menu',
  body: '',
  image: null,
  imageText: '',
  buttonLabel: '',
  buttonLink: '',
  slug: 'menu',
  entries: [],
  showFrom: null,
  showTo: null,
};

/** Returns title and blocks of a page on a day ('YYYY-MM-DD'): the front page without a name, the menu, or a page of the site. */
function partsOf(content: SiteContent, page: string | undefined, day: string) {
  if (page === undefined) return { title: content.title, blocks: blocksOn(content, day) };
  if (page === 'menu') return { title: menuBlock.title, blocks: [menuBlock] };
  const found = pageOf(content, page, day);
  return found && { title: found.title, blocks: [found] };
}

interface Found {
  readonly html: string;
  readonly color: string;
  readonly isPreview: boolean;
}

/** A page that is not public. `site` is set when the outlet has published a site. */
interface Missing {
  readonly html?: never;
  readonly why: Sorry;
  readonly site?: KnownSite;
}

interface Visited {
  readonly slug: string;
  readonly page?: string | undefined;
  /** The slot of the QR code that the guest scanned: 'Table-12'. */
  readonly slot?: string | undefined;
}

/** Returns the title of a page. The menu also names the slot of the scanned QR code, when the outlet has this slot. */
function titleOf(title: string, { page, slot }: Visited, slotTypes: readonly SlotType[]): string {
  const place = page === 'menu' && placesOf(slotTypes).find((one) => `${one.type}-${one.slot}` === slot);
  return place ? `${title} · ${place.type} ${place.slot}` : title;
}

/**
 * Returns the HTML of a page, or why it is not shown. The path `preview-{key}` shows the front page of the draft. Blocks appear by the calendar
 * day of the outlet, not by its business day.
 */
async function findPage(store: Store, visited: Visited, origin: string, now: number): Promise<Found | Missing> {
  const { slug, page } = visited;
  const outletId = await outletOf(store, slug);
  if (outletId === undefined) return { why: 'unknown' };
  return store.readOutlet(outletId, async (db) => {
    const row = await findRow(db, outletId);
    const isPreview = row !== undefined && row.preview_key !== '' && page === `preview-${row.preview_key}`;
    const content = isPreview ? await draftContent(db, outletId, row.settings) : publicContent(row, now);
    const outlet = await db
      .selectFrom('outlet')
      .select(['name', 'timezone', 'is_active', 'language_bill', 'slot_types'])
      .where('id', '=', outletId)
      .executeTakeFirstOrThrow();
    const base = `/s/${slug}`;
    const parts =
      content && partsOf(content, isPreview ? undefined : page, businessDate(now, outlet.timezone, '00:00'));
    if (content && parts && outlet.is_active) {
      const view = await siteView(db, outletId, content, { base, origin, now });
      const title = titleOf(parts.title, visited, outlet.slot_types);
      return { html: siteHtml(view, parts.blocks, title), color: content.color, isPreview };
    }
    if (!row?.live || !outlet.is_active) return { why: 'unknown' };
    const site = { name: outlet.name, color: row.live.color, language: outlet.language_bill };
    return content
      ? { why: 'unknown', site: { ...site, menu: `${base}/menu` } }
      : { why: 'offline', site: { ...site, menu: null } };
  });
}

/** Returns the content security policy of a page; `ancestors` may show it in a frame. */
const policyOf = (styles: string, ancestors: string): string =>
  `default-src 'none'; img-src 'self'; style-src ${styleHash(styles)}; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;

/** Returns whether a person reads the response in a browser; other programs get JSON. */
const isBrowser = (request: FastifyRequest): boolean => String(request.headers.accept).includes('text/html');

/** Sends a browser a page that says what to do, and other programs the refusal. */
function sendMissing(request: FastifyRequest, reply: FastifyReply, found: Missing): FastifyReply {
  reply.header('vary', 'accept');
  return isBrowser(request) ? sendSorry(reply, 404, found) : sendRefusal(reply, anyRefusal('notFound'));
}

function sendSorry(reply: FastifyReply, status: number, { why, site }: Missing): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', policyOf(sorryStyles(site), "'none'"))
    .header('content-type', 'text/html; charset=utf-8')
    .send(sorryHtml(why, site));
}

/** Adds the routes of the public sites. */
export function serveSites(app: FastifyInstance, { store, clock, config }: Services): void {
  const origin = config.publicUrl ?? '';
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { slug, page } = request.params as { slug: string; page?: string };
    const { slot } = request.query as { slot?: string };
    const found = await findPage(store, { slug, page: page || undefined, slot }, origin, clock());
    if (found.html === undefined) return sendMissing(request, reply, found);
    const etag = `"${createHash('sha256').update(found.html).digest('base64url').slice(0, 27)}"`;
    reply
      .header('content-security-policy', policyOf(siteStyles(found.color), found.isPreview ? "'self'" : "'none'"))
      .header('cache-control', found.isPreview ? 'no-store' : 'public, max-age=60')
      .header('etag', etag);
    // The editor shows the draft in a frame.
    if (found.isPreview) reply.header('x-frame-options', 'SAMEORIGIN').header('x-robots-tag', 'noindex');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', 'text/html; charset=utf-8').send(found.html);
  };
  const route = {
    config: { openBecause: 'guests of the outlet have no account' },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      if (!isBrowser(request)) return answerError(error, request, reply);
      return sendSorry(reply, refusalOf(error, request)?.status ?? 500, { why: 'busy' });
    },
  };
  app.get('/s/:slug', route, answer);
  app.get('/s/:slug/:page', route, answer);
  // Addresses that no site can have, such as those of a QR code that was printed badly.
  const sendUnknown = async (request: FastifyRequest, reply: FastifyReply) =>
    sendMissing(request, reply, { why: 'unknown' });
  app.get('/s', route, sendUnknown);
  app.get('/s/*', route, sendUnknown);
}
