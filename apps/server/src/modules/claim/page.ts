/** The page on which a guest claims points: a form without scripts, in English and in the language of the outlet. Source: R22.17, docs/rules.md#points. */
import { escapeHtml } from '@atoll/domain/website/markup';
import type { Claimed } from './claim.ts';

type Words = Readonly<Record<'title' | 'phone' | 'send' | Claimed['state'], string>>;

const english: Words = {
  title: 'Your points',
  phone: 'Phone number',
  send: 'Get my points',
  given: 'You have {points} more points.',
  unknown: 'This receipt has no points. Please ask the staff.',
  late: 'Points are given within 7 days of the payment. Please ask the staff.',
  taken: 'The points of this receipt were given before.',
  nobody: 'This number is not known here yet. Ask the staff to add it, then try again.',
};

const dhivehi: Words = {
  title: 'ޕޮއިންޓްތައް',
  phone: 'ފޯނު ނަންބަރު',
  send: 'ޕޮއިންޓް ހޯދާ',
  given: 'އިތުރު {points} ޕޮއިންޓް ލިބިއްޖެއެވެ.',
  unknown: 'މި ރަސީދަކަށް ޕޮއިންޓެއް ނެތެވެ. މުވައްޒަފުންނާ ސުވާލުކުރޭ.',
  late: 'ޕޮއިންޓް ދެވޭނީ ފައިސާ ދެއްކިތާ 7 ދުވަހުގެ ތެރޭގައެވެ. މުވައްޒަފުންނާ ސުވާލުކުރޭ.',
  taken: 'މި ރަސީދުގެ ޕޮއިންޓްތައް މީގެ ކުރިން ދެވިއްޖެއެވެ.',
  nobody: 'މި ނަންބަރެއް މިތަނަކަށް އަދި ނޭނގެއެވެ. އެ ޖެހުމަށް މުވައްޒަފުންގެ ކިބައިން އެދި، އަލުން މަސައްކަތްކުރޭ.',
};

const own: Readonly<Record<string, readonly [words: Words, dir: 'ltr' | 'rtl']>> = { dv: [dhivehi, 'rtl'] };

/** What the page shows. */
export interface ClaimPage {
  readonly name: string;
  readonly language: string;
  readonly token: string;
  readonly styles: string;
  readonly done?: Claimed;
}

/** Returns the HTML of the page: the form, with what became of the claim before. */
export function claimHtml({ name, language, token, styles, done }: ClaimPage): string {
  const [also, dir] = own[language] ?? [];
  const both = (key: keyof Words, points = ''): string =>
    [also?.[key], english[key]]
      .filter((text) => text !== undefined)
      .map((text) => text.replace('{points}', points))
      .join(' · ');
  const points = done?.state === 'given' ? String(done.points) : '';
  const said = done ? `<p role="status"><b>${both(done.state, points)}</b></p>` : '';
  const isOver = done && done.state !== 'nobody';
  const form = isOver
    ? ''
    : `<form method="post" action="points"><input type="hidden" name="t" value="${escapeHtml(token)}">
<p><label for="phone">${both('phone')}</label></p>
<p><input id="phone" name="phone" type="tel" autocomplete="tel" required maxlength="30"></p>
<p><button class="button" type="submit">${both('send')}</button></p></form>`;
  return `<!doctype html>
<html lang="en" dir="${dir ?? 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${both('title')} · ${escapeHtml(name)}</title><meta name="robots" content="noindex"><style>${styles}</style></head>
<body><p class="bar"><b>${escapeHtml(name)}</b></p><main><section class="block plain"><h1>${both('title')}</h1>${said}${form}</section></main></body></html>`;
}

/** Styles of its form, besides those of the site. */
export const claimStyles =
  'input[type=tel]{width:100%;max-width:420px;min-height:52px;padding:0 16px;border:1px solid var(--line);border-radius:14px;background:var(--bg);color:var(--ink);font:inherit}button{border:0;min-height:52px;font:inherit;cursor:pointer}';
