/** A site as HTML: one page without scripts, with inline styles; all text of users is escaped. */
import { formatAmount } from '@atoll/domain/money/money';
import { escapeHtml, richText, safeLink } from '@atoll/domain/website/markup';
import type { SiteBlock, SiteContent } from '@atoll/domain/website/site';
import { siteStyles } from './styles.ts';

export interface MenuSection {
  readonly name: string;
  readonly items: readonly {
    readonly name: string;
    readonly description: string;
    readonly image: string | null;
    readonly isAvailable: boolean;
    readonly marks: readonly string[];
    readonly prices: readonly { readonly size: string; readonly price: number }[];
  }[];
}

export interface SiteView {
  readonly content: SiteContent;
  /** Path of the site, without a slash at its end. */
  readonly base: string;
  /** Origin of the pictures and links in the structured data; with '' they are paths. */
  readonly origin: string;
  readonly outlet: {
    readonly name: string;
    readonly address: string;
    readonly phone: string;
    readonly email: string;
    readonly tin: string;
    readonly currency: string;
    readonly logo: string | null;
  };
  readonly menu: readonly MenuSection[];
}

const text = escapeHtml;

/** Returns the HTML of a picture, or '' unless it is a file of the outlet: nothing is loaded from other servers. */
const picture = (url: string | null, alt: string): string =>
  url && /^\/files\/\d+\/[\w-]+$/.test(url)
    ? `<img src="${text(url)}" alt="${text(alt)}" loading="lazy" decoding="async">`
    : '';

function button({ buttonLabel, buttonLink }: SiteBlock, base: string): string {
  const to = buttonLabel === '' ? null : safeLink(buttonLink, base);
  return to === null ? '' : `<p><a class="button" href="${text(to)}">${text(buttonLabel)}</a></p>`;
}

function entryText(value: string, base: string): string {
  const link = safeLink(value, base);
  if (link === null) return text(value);
  const shown = value.replace(/^(https:\/\/|mailto:|tel:)/i, '');
  return `<a href="${text(link)}" rel="noopener">${text(shown)}</a>`;
}

function entries(block: SiteBlock, base: string): string {
  if (block.entries.length === 0) return '';
  if (block.kind === 'Gallery')
    return `<div class="gallery">${block.entries.map(({ image, label }) => picture(image, label)).join('')}</div>`;
  const rows = block.entries.map(
    ({ label, text: value }) => `<div><dt>${text(label)}</dt><dd>${entryText(value, base)}</dd></div>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

function menuHtml(sections: readonly MenuSection[], { currency }: SiteView['outlet'], note: string): string {
  const item = ({ name, description, image, isAvailable, prices, marks }: MenuSection['items'][number]) => {
    const priced = prices.map(
      ({ size, price }) => `<span>${size ? `${text(size)} ` : ''}<b>${formatAmount(price)}</b></span>`,
    );
    const about = marks.length > 0 ? `<p class="marks">${text(marks.join(' · '))}</p>` : '';
    const soldOut = isAvailable ? '' : ' <em>Sold out</em>';
    // The name stands beside the picture, so the picture has no text of its own.
    return `<li>${picture(image, '')}<div><h4>${text(name)}${soldOut}</h4><p class="prices">${priced.join(' ')}</p>${description ? `<p>${text(description)}</p>` : ''}${about}</div></li>`;
  };
  const parts = sections.map(
    ({ name, items }) => `<section><h3>${text(name)}</h3><ul class="items">${items.map(item).join('')}</ul></section>`,
  );
  return `<p class="note">${text(currency)}${note ? ` · ${text(note)}` : ''}</p>${parts.join('')}`;
}

/** Returns the HTML of a block. A block with the title of its page has no second heading that guests see. */
function blockHtml(view: SiteView, block: SiteBlock, index: number, title: string): string {
  const { base } = view;
  const alt = block.imageText || block.title;
  const inner = [
    block.kind === 'Hero' ? '' : picture(block.image, alt),
    richText(block.body, base),
    block.kind === 'Menu' ? menuHtml(view.menu, view.outlet, view.content.priceNote) : '',
    entries(block, base),
    button(block, base),
  ].join('');
  if (block.kind === 'Hero')
    return `<header class="hero">${picture(block.image, alt)}<div><h1>${text(block.title)}</h1>${inner}</div></header>`;
  const name = block.kind.toLowerCase();
  const unseen = block.title === title ? ' class="unseen"' : '';
  return `<section class="block ${name}" id="${name}-${index}" aria-labelledby="h${index}"><h2 id="h${index}"${unseen}>${text(block.title)}</h2>${inner}</section>`;
}

/** Returns the structured data of an outlet for search engines; '<' is escaped so that no text can end the script element. */
function structured({ content, origin, base, outlet }: SiteView): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    name: outlet.name,
    description: content.description || content.tagline || undefined,
    url: `${origin}${base}`,
    telephone: outlet.phone || undefined,
    email: outlet.email || undefined,
    address: outlet.address || undefined,
    hasMenu: `${origin}${base}/menu`,
    ...(outlet.logo && { logo: `${origin}${outlet.logo}` }),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Returns the HTML of a page with the given blocks. */
export function siteHtml(view: SiteView, blocks: readonly SiteBlock[], title: string): string {
  const { content, base, outlet } = view;
  const hasHero = blocks.some(({ kind }) => kind === 'Hero');
  const bar = `<nav class="bar" aria-label="Site"><a href="${text(base)}"><b>${text(content.title)}</b></a><a href="${text(base)}/menu">Menu</a></nav>`;
  const head = hasHero ? '' : `<header class="plain"><h1>${text(title)}</h1></header>`;
  const foot = [outlet.name, outlet.address, outlet.phone, outlet.tin && `TIN ${outlet.tin}`].filter(Boolean).map(text);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title === content.title ? title : `${title} · ${content.title}`)}</title>
<meta name="description" content="${text(content.description || content.tagline)}">
<meta name="theme-color" content="${text(content.color)}"><meta property="og:title" content="${text(content.title)}">
<style>${siteStyles(content.color)}</style>
<script type="application/ld+json">${structured(view)}</script></head>
<body>${bar}<main aria-label="${text(content.title)}">${head}${blocks.map((block, index) => blockHtml(view, block, index, hasHero ? '' : title)).join('')}</main>
<footer>${foot.join(' · ')}</footer></body></html>`;
}
