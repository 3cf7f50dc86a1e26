/** The page of the receipt's QR code, `/s/{address}/points`: no script, and a form that posts to itself. Source: R22.17, docs/rules.md#points. */
import type { Bill } from '@atoll/domain/bill/bill';
import { claimMs } from '@atoll/domain/points/points';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLimiter } from '../../platform/http/limit/limiter.ts';
import type { Services } from '../../platform/http/services.ts';
import { addressOf, isLocalAddress, outletOf, siteStyles, styleHash } from '../website/service.ts';
import { type Claimed, claimPoints } from './claim.ts';
import { claimHtml, claimStyles } from './page.ts';
import { claimToken, type Sign } from './token.ts';

const minute = 60_000;
const maxForm = 2000;
const color = '#0b6e78';

/** Adds the page. A guest may try five times a minute. */
export function registerClaim(app: FastifyInstance, { store, clock }: Services, sign: Sign): void {
  const tries = createLimiter({ clock, free: 5, firstWaitMs: minute, maxWaitMs: 10 * minute, forgetMs: minute });
  const styles = siteStyles(color) + claimStyles;
  const show = async (
    reply: FastifyReply,
    slug: string,
    token: string,
    claim?: (outletId: number) => Promise<Claimed>,
  ) => {
    const outletId = await outletOf(store, slug);
    const outlet =
      outletId !== undefined &&
      (await store.readOrg((db) =>
        db.selectFrom('outlet').select(['name', 'language_bill']).where('id', '=', outletId).executeTakeFirst(),
      ));
    const done = !outlet ? ({ state: 'unknown' } as const) : await claim?.(outletId);
    const { name = '', language_bill: language = 'en' } = outlet || {};
    return reply
      .code(outlet ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src ${styleHash(styles)}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      )
      .header('content-type', 'text/html; charset=utf-8')
      .send(claimHtml({ name, language, token, styles, ...(done && { done }) }));
  };
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    const config = { openBecause: 'guests of the outlet have no account' };
    pages.get('/s/:slug/points', { config }, (request, reply) => {
      const { slug } = request.params as { slug: string };
      const { t = '' } = request.query as { t?: string | string[] };
      return show(reply, slug, String(t));
    });
    pages.post('/s/:slug/points', { config }, (request: FastifyRequest, reply) => {
      tries.ask(request.ip);
      tries.count(request.ip);
      const { slug } = request.params as { slug: string };
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const [token = '', phone = ''] = ['t', 'phone'].map((name) => form.get(name) ?? '');
      return show(reply, slug, token, (outletId) => claimPoints(store, sign, { outletId, token, phone, now: clock() }));
    });
  });
}

/** Returns a bill with the address by which its guest claims the points; without one where guests do not reach this server, or too late. */
export const claimAddress =
  ({ store, clock, config }: Pick<Services, 'store' | 'clock' | 'config'>, sign: Sign) =>
  async (outletId: number, bill: Bill): Promise<Bill> => {
    const { claim, id } = bill;
    const origin = config.publicUrl ?? '';
    const isOver = clock() - Date.parse(bill.completedAt ?? '') > claimMs;
    if (!claim || id === null || isOver || origin === '' || isLocalAddress(origin)) return bill;
    const token = claimToken(sign, outletId, id);
    return { ...bill, claim: { ...claim, url: `${origin}/s/${await addressOf(store, outletId)}/points?t=${token}` } };
  };
