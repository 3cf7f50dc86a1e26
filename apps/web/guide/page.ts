/** Converts the guide's markdown into HTML pages without inline scripts, under the content security policy of the app. */
import { Marked } from 'marked';

export interface GuidePage {
  /** File name without ending: 'waiter'. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
  /** Ids of its headings. */
  readonly headings: readonly string[];
  /** Files of the pictures that it shows. */
  readonly pictures: readonly string[];
}

/** The order of the pages in the navigation. */
export const guideOrder = ['starting', 'waiter', 'cashier', 'kitchen', 'manager', 'owner'];

/** Returns the id of a heading: 'Taking an order' is 'taking-an-order'. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Converts the markdown of a page to HTML. Headings get ids, and links to other markdown pages lead to their HTML pages. */
export function readGuidePage(name: string, markdown: string): GuidePage {
  const headings: string[] = [];
  const pictures: string[] = [];
  let title = name;
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const id = headingId(text);
        if (depth === 1) title = text;
        headings.push(id);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(href.replace(/\.md(?=#|$)/, '.html'))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        pictures.push(href);
        return `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`;
      },
      // Markup in the text is shown as text.
      html: ({ text }) => escaped(text),
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { name, title, html, headings, pictures };
}

/** Returns the HTML document of a page, with links to all pages. */
export function guideHtml(page: GuidePage, all: readonly GuidePage[]): string {
  const links = all
    .map(({ name, title }) => {
      const current = name === page.name ? ' aria-current="page"' : '';
      return `<li><a href="${name}.html"${current}>${escaped(title)}</a></li>`;
    })
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Atoll</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="guide.css">
<script src="/theme.js"></script>
</head>
<body>
<header><a class="brand" href="/">Atoll</a><nav aria-label="Guide"><ul>${links}</ul></nav></header>
<main>
${page.html}</main>
</body>
</html>
`;
}
