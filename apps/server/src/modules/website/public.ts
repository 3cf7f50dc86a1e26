/**
 * The public pages: `/s/{address}`, its menu and its other pages. They have no scripts, load nothing from other servers, and have a strict
 * content security policy.
 */
import { createHash } from 'node:crypto';
import { businessDate } from '@atoll/domain/date/business-day';
import { refusal } from '@atoll/domain/refusal/refusal';
import { blocksOn, pageOf, type SiteBlock, type SiteContent } from '@atoll/domain/website/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from '../../platform/errors/answer.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { siteHtml } from './page-html.ts';
import { draftContent, findRow, outletOf, publicContent } from './record.ts';
import { siteStyles, styleHash } from './styles.ts';
import { siteView } from './view.ts';

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

function partsOf(content: SiteContent, page: string | undefined, day: string) {
  if (page === undefined) return { title: content.title, blocks: blocksOn(content, day) };
  if (page === 'menu') return { title: menuBlock.title, blocks: [menuBlock] };
  const found = pageOf(content, page, day);
  return found && { title: found.title, blocks: [found] };
}

async function pageHtml(store: Store, slug: string, page: string | undefined, origin: string, now: number) {
  const outletId = await outletOf(store, slug);
  if (outletId === undefined) return undefined;
  return store.readOutlet(outletId, async (db) => {
    const row = await findRow(db, outletId);
    const isPreview = row !== undefined && row.preview_key !== '' && page === `preview-${row.preview_key}`;
    const content = isPreview ? await draftContent(db, outletId, row.settings) : publicContent(row, now);
    if (!content) return undefined;
    const clock = await db
      .selectFrom('outlet')
      .select(['timezone', 'is_active'])
      .where('id', '=', outletId)
      .executeTakeFirstOrThrow();
    const parts = partsOf(content, isPreview ? undefined : page, businessDate(now, clock.timezone, '00:00'));
    if (!parts || !clock.is_active) return undefined;
    const view = await siteView(db, outletId, content, { base: `/s/${slug}`, origin });
    return { html: siteHtml(view, parts.blocks, parts.title), color: content.color, isPreview };
  });
}

/** Serves the public sites. */
export function serveSites(app: FastifyInstance, { store, clock, config }: Services): void {
  const origin = config.publicUrl ?? '';
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { slug, page } = request.params as { slug: string; page?: string };
    const found = await pageHtml(store, slug, page, origin, clock());
    if (!found) return sendRefusal(reply, refusal('notFound'));
    const etag = `"${createHash('sha256').update(found.html).digest('base64url').slice(0, 27)}"`;
    reply
      .header(
        'content-security-policy',
        `default-src 'none'; img-src 'self'; style-src ${styleHash(siteStyles(found.color))}; base-uri 'none'; form-action 'none'; frame-ancestors ${found.isPreview ? "'self'" : "'none'"}`,
      )
      .header('cache-control', found.isPreview ? 'no-store' : 'public, max-age=60')
      .header('etag', etag);
    // The editor shows the draft in a frame.
    if (found.isPreview) reply.header('x-frame-options', 'SAMEORIGIN').header('x-robots-tag', 'noindex');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', 'text/html; charset=utf-8').send(found.html);
  };
  const config_ = { openBecause: 'guests of the outlet have no account' };
  app.get('/s/:slug', { config: config_ }, answer);
  app.get('/s/:slug/:page', { config: config_ }, answer);
}
