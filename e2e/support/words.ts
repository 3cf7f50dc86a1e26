/** Finds words of a screen that do not come from the message catalogue: in the language 'en-XA', all that do are in brackets. */
import { effects } from '@atoll/domain/access/permission';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { allScreens, sidebar, tabGroups } from '@atoll/domain/nav/nav';
import { allReports } from '@atoll/domain/report/reports';
import { allResources } from '@atoll/domain/resources/registry';
import { expect, type Page, type Request } from '@playwright/test';

const reportWords = new Set(
  allReports.flatMap(({ title, about, columns }) => [title, about, ...columns.map(({ label }) => label)]),
);

/** Words of the product that the API sends too: without brackets on a screen, they are not data. */
const productWords = new Set<string>([
  ...allScreens.flatMap(({ name, title }) => [name, title]),
  ...sidebar.map(({ title }) => title),
  ...tabGroups.map(({ first }) => first),
  ...effects,
  ...reportWords,
  ...allResources.flatMap(({ name, title, fields }) => [
    name,
    title,
    ...(fields as readonly FieldDefinition[]).flatMap(wordsOf),
  ]),
]);

function wordsOf({ label, hint, options, allowCreate, fields }: FieldDefinition): string[] {
  const own = [label, hint ?? '', ...(allowCreate ? [] : (options ?? []))];
  return [...own, ...(fields ?? []).flatMap(wordsOf)].filter(Boolean);
}

/** Every text that the server has sent to a page: the data of its screens. */
export class ServerTexts {
  private readonly texts = new Set<string>();
  private readonly names = new Set<string>();
  private readonly pending = new Set<unknown>();

  constructor(page: Page) {
    page.on('request', (request) => this.pending.add(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
    page.on('requestfinished', (request) => void this.take(request).finally(() => this.pending.delete(request)));
  }

  private async take(request: Request): Promise<void> {
    const response = await request.response();
    if (!/json/.test(response?.headers()['content-type'] ?? '')) return;
    const body: unknown = await response?.json().catch(() => null);
    this.add(body);
  }

  /** Waits until every request is answered. */
  async settled(page: Page): Promise<void> {
    // Twice, because an answer may cause another request.
    for (let times = 0; times < 2; times++) {
      await expect.poll(() => this.pending.size).toBe(0);
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    }
  }

  private add(value: unknown, key = ''): void {
    if (typeof value === 'string') {
      const text = breakable(value);
      this.texts.add(text);
      // A name given by people is data, even if the product has a word like it.
      if (/(name|names|title|value|unit)$/i.test(key)) this.names.add(text);
    } else if (Array.isArray(value)) for (const one of value) this.add(one, key);
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of Object.entries(value)) this.add(one, inner);
      // A row of a list, which a screen shows in one text.
      this.names.add(breakable(Object.values(value).filter(Boolean).join(' ')));
    }
  }

  /** Returns whether a text has only data: names that the server sent, figures, times and codes. */
  isData(text: string): boolean {
    const isSaid = (part: string) =>
      (this.names.has(part) && !reportWords.has(part)) || (this.texts.has(part) && !productWords.has(part));
    if (isSaid(text)) return true;
    const parts = text.replaceAll(figures, ' · ').split(/\s*[·,×–—|()]\s*|\s+-\s+/);
    return parts.every((part) => !/\p{L}{2}/u.test(part) || isSaid(part.trim()));
  }
}

/** Texts with letters that are not words: dates, amounts, initials, document numbers, addresses. */
const figures =
  /(tel:|mailto:|https?:)\S+|\b(\d{0,2}\s?(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*|MVR|GST|TIN|CSV|PDF|QR|KOT|BOT|[A-Z]{1,4}-?\d+|[A-Z]{1,2}|\d+\s?(mm|MB|h|min))\b|[+−-]?[\d.,]*\d/g;

/** Returns the texts and names on a screen that are neither from the catalogue nor data. */
export async function foreignWords(page: Page, serverTexts: ServerTexts): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const seen = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const inBlock = new Map<Element, string>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !seen(parent) || parent.closest('script, style, [data-serverTexts], [lang]:not(html)')) continue;
      inBlock.set(parent, (inBlock.get(parent) ?? '') + (node.textContent ?? ''));
    }
    found.push(...inBlock.values());
    const names = ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-roledescription'];
    for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join(','))) {
      // A part that is hidden from readers has a name that nobody hears.
      if (element.matches('[aria-hidden="true"][aria-label]')) continue;
      if (seen(element)) found.push(...names.map((name) => element.getAttribute(name) ?? ''));
    }
    return found;
  });
  const left = shown.map((text) => breakable(outside(text)).trim()).filter((text) => /\p{L}{2}/u.test(text));
  return [...new Set(left)].filter((text) => !serverTexts.isData(text));
}

/** Returns a text with plain spaces: a list keeps the words of a name in one line by no-break spaces. */
const breakable = (text: string): string => text.replaceAll('\u00A0', ' ');

/** Returns the part of a text that is outside of all brackets. */
function outside(text: string): string {
  let depth = 0;
  return [...text]
    .filter((sign) => {
      if (sign === '⟦') depth += 1;
      const isOut = depth === 0;
      if (sign === '⟧') depth -= 1;
      return isOut;
    })
    .join('');
}
