/** The page that a guest sees when a public page cannot be shown: in English, and in the language of the outlet. */
import { escapeHtml } from '@atoll/domain/website/markup';
import { siteStyles } from './styles.ts';

/** Why a page is not shown: its address is unknown, the outlet took its site offline, or the server cannot answer now. */
export type Sorry = 'unknown' | 'offline' | 'busy';

/** What is known of the outlet whose page a guest wanted. */
export interface KnownSite {
  readonly name: string;
  readonly color: string;
  /** The language of its prints for guests. */
  readonly language: string;
  /** Path of its menu, or null while nothing is public. */
  readonly menu: string | null;
}

const defaultColor = '#0b6e78';

interface SorryWords {
  readonly dir: 'ltr' | 'rtl';
  readonly menu: string;
  readonly texts: Readonly<Record<Sorry, readonly [title: string, text: string]>>;
}

const english: SorryWords = {
  dir: 'ltr',
  menu: 'Open the menu',
  texts: {
    unknown: ['Page not found', 'The QR code or the address may be old. Please ask the staff for the menu.'],
    offline: ['This page is closed at the moment', 'Please ask the staff for the menu.'],
    busy: ['This page does not open right now', 'Please wait a minute and try again, or ask the staff for the menu.'],
  },
};

const dhivehi: SorryWords = {
  dir: 'rtl',
  menu: 'މެނޫ ހުޅުވާ',
  texts: {
    unknown: ['ޞަފްޙާއެއް ނުފެނުނު', 'ކިއުއާރު ކޯޑު ނުވަތަ އެޑްރެސް މުސްކުޅިވެފައި ވެދާނެއެވެ. މެނޫއަށް މުވައްޒަފުންގެ ކިބައިން އެދޭށެވެ.'],
    offline: ['މި ޞަފްޙާ މިވަގުތު ބަންދުކޮށްފައި', 'މެނޫއަށް މުވައްޒަފުންގެ ކިބައިން އެދޭށެވެ.'],
    busy: ['މި ޞަފްޙާއެއް މިވަގުތު ނުހުޅުވޭ', 'މިނިޓަކު މަޑުކޮށް އަލުން މަސައްކަތްކުރޭ، ނުވަތަ މުވައްޒަފުންގެ ކިބައިން މެނޫއަށް އެދޭށެވެ.'],
  },
};

/** Other languages than English in which outlets print for guests. */
const own: Readonly<Record<string, SorryWords>> = { dv: dhivehi };

function partHtml(language: string, words: SorryWords, why: Sorry, menu: string | null): string {
  const [title, text] = words.texts[why];
  const link = menu === null ? '' : `<p><a class="button" href="${escapeHtml(menu)}">${words.menu}</a></p>`;
  return `<section class="block plain" lang="${language}" dir="${words.dir}"><h1>${title}</h1><p>${text}</p>${link}</section>`;
}

/** Returns the styles of the page. */
export const sorryStyles = (site: KnownSite | undefined): string => siteStyles(site?.color ?? defaultColor);

/** Returns the HTML of the page. The outlet is undefined when the address names none that was ever public. */
export function sorryHtml(why: Sorry, site: KnownSite | undefined): string {
  const also = own[site?.language ?? ''];
  const menu = site?.menu ?? null;
  const parts = [
    ...(site && also ? [partHtml(site.language, also, why, menu)] : []),
    partHtml('en', english, why, menu),
  ];
  const bar = site ? `<p class="bar"><b>${escapeHtml(site.name)}</b></p>` : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${english.texts[why][0]}${site ? ` · ${escapeHtml(site.name)}` : ''}</title><meta name="robots" content="noindex">
<style>${sorryStyles(site)}</style></head>
<body>${bar}<main>${parts.join('')}</main></body></html>`;
}
