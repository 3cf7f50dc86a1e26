import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, richText, safeLink } from './markup.ts';
import { blocksOn, isSlug, pageOf, type SiteBlock, type SiteContent, slugOf } from './site.ts';

const block = (more: Partial<SiteBlock>): SiteBlock => ({
  kind: 'About',
  title: 'About',
  body: '',
  image: null,
  imageText: '',
  buttonLabel: '',
  buttonLink: '',
  slug: '',
  entries: [],
  showFrom: null,
  showTo: null,
  ...more,
});
const site = (blocks: SiteBlock[]): SiteContent => ({
  title: 'Reef',
  tagline: '',
  color: '#0b6e78',
  description: '',
  priceNote: '',
  blocks,
});

describe('the text of a site', () => {
  it('[R2.22] renders paragraphs, lists, bold, italic and links', () => {
    expect(richText('Fish *fresh* **daily**.\n\n- One\n- Two\n\n[Call](tel:+9603301100)')).toBe(
      '<p>Fish <em>fresh</em> <strong>daily</strong>.</p><ul><li>One</li><li>Two</li></ul><p><a href="tel:+9603301100" rel="noopener">Call</a></p>',
    );
  });

  it('[R2.22] escapes input so that nothing becomes a tag or a script', () => {
    for (const bad of [
      '<script>alert(1)</script>',
      '[x](javascript:alert(1))',
      '[x](data:text/html,1)',
      '[x](//evil.example)',
      '[x](https://a" onmouseover="alert(1))',
      '<img src=x onerror=alert(1)>',
      '"><svg/onload=alert(1)>',
    ]) {
      const html = richText(bad);
      expect(html).not.toMatch(/<(?!\/?(p|a|br|ul|li|strong|em)[ >])/);
      expect(html).not.toMatch(/href="(?!https:\/\/|mailto:|tel:|\/)/);
      expect(html.replace(/&quot;/g, '')).not.toMatch(/<[^>]* on\w+=/);
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom(...'<>"\'&[]()*-\n /ahjs:') }), (text) => {
        expect(
          richText(text).replace(/<\/?(?:p|ul|li|strong|em|br|a(?: href="[^"<>]*" rel="noopener")?)>/g, ''),
        ).not.toMatch(/[<>]/);
      }),
      { seed: 4826, numRuns: 2000 },
    );
    expect(escapeHtml(`<a href='x'>&"`)).toBe('&lt;a href=&#39;x&#39;&gt;&amp;&quot;');
  });

  it('[R2.22] allows only links to https, mailto, tel and pages of the site', () => {
    expect(safeLink('/menu', '/s/reef')).toBe('/s/reef/menu');
    expect(safeLink('/', '/s/reef')).toBe('/s/reef');
    expect(safeLink('https://maps.example/x')).toBe('https://maps.example/x');
    for (const bad of ['http://plain.example', '//evil', '/../admin', 'javascript:1', '/a//b', '/A'])
      expect(safeLink(bad)).toBeNull();
  });
});

it('[R2.22] shows a block from its first to its last day, and pages only under their slug', () => {
  const content = site([
    block({ title: 'Always' }),
    block({ title: 'Eid', kind: 'Announcement', showFrom: '2026-03-20', showTo: '2026-03-22' }),
    block({ title: 'Story', kind: 'Page', slug: 'story' }),
  ]);
  const titles = (day: string) => blocksOn(content, day).map(({ title }) => title);
  expect(titles('2026-03-19')).toEqual(['Always']);
  expect(titles('2026-03-20')).toEqual(['Always', 'Eid']);
  expect(titles('2026-03-22')).toEqual(['Always', 'Eid']);
  expect(titles('2026-03-23')).toEqual(['Always']);
  expect(pageOf(content, 'story', '2026-03-19')?.title).toBe('Story');
  expect(pageOf(content, 'other', '2026-03-19')).toBeUndefined();
});

it('[R2.22] makes slugs from names', () => {
  expect(slugOf('Atoll Café North')).toBe('atoll-cafe-north');
  expect(slugOf('ކެފޭ')).toBe('outlet');
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (name) => {
      expect(isSlug(slugOf(name))).toBe(true);
    }),
    { seed: 4826, numRuns: 500 },
  );
});
