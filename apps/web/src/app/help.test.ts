import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { allScreens } from '@atoll/domain/nav/nav';
import { describe, expect, it } from 'vitest';
import { guideHtml, guideOrder, readGuidePage } from '../../guide/page.ts';
import { helpFor } from './help.ts';

const folder = join(import.meta.dirname, '../../../../docs/guide');
const pages = guideOrder.map((name) => readGuidePage(name, readFileSync(join(folder, `${name}.md`), 'utf8')));
const links = (html: string) => [...html.matchAll(/href="([^":]+)"/g)].map(([, to = '']) => to);

describe('the guide', () => {
  it('describes every screen: each leads to an existing page and heading', () => {
    const places = new Set(pages.flatMap(({ name, headings }) => headings.map((id) => `/help/${name}.html#${id}`)));
    for (const screen of allScreens) expect(places, screen.name).toContain(helpFor(screen));
    expect(helpFor(undefined)).toBe('/help/starting.html');
  });

  it('links only to its own pages and headings', () => {
    const there = new Set(
      pages.flatMap(({ name, headings }) => [`${name}.html`, ...headings.map((id) => `${name}.html#${id}`)]),
    );
    const served = ['/', '/icon.svg', 'guide.css'];
    for (const page of pages) {
      const found = links(guideHtml(page, pages)).filter((to) => !served.includes(to));
      expect(found.length).toBeGreaterThanOrEqual(pages.length);
      for (const to of found) expect(there, page.name).toContain(to.startsWith('#') ? `${page.name}.html${to}` : to);
    }
  });

  it('shows existing pictures of at most 60 kB, each with a description', () => {
    for (const { name, pictures, html } of pages) {
      expect(pictures.length, name).toBeGreaterThan(0);
      expect(html).not.toContain('alt=""');
      for (const picture of pictures) {
        const file = join(folder, picture);
        expect(existsSync(file), picture).toBe(true);
        expect(statSync(file).size, picture).toBeLessThanOrEqual(60_000);
      }
    }
  });

  it('escapes markup in a text', () => {
    const { html } = readGuidePage('x', '# A <b>\n\nText <script>alert(1)</script> `<i>`');
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<b>');
  });
});
