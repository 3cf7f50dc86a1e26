/**
 * Converts the text of a site to HTML. People write plain text with simple markup, never HTML: everything is escaped first, so that no input
 * can become a tag. Source: docs/rules.md#website.
 */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text escaped for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
}

/** Returns a safe link target: an https address, mailto, tel, or a path of the site under `base`; null for anything else. */
export function safeLink(link: string, base = ''): string | null {
  const wanted = link.trim();
  if (/^https:\/\/[^\s"'<>]+$/i.test(wanted)) return wanted;
  if (/^(mailto:[^\s"'<>]+|tel:\+?[\d -]+)$/i.test(wanted)) return wanted;
  if (/^\/[a-z0-9-]*(#[a-z0-9-]+)?$/.test(wanted)) return `${base}${wanted === '/' ? '' : wanted}`;
  return null;
}

/** Returns the HTML of one line: links, bold and italic. A link that is not safe stays as text. */
function inline(text: string, base: string): string {
  const linked = escapeHtml(text).replace(
    /\[([^\]]{1,200})\]\(([^)\s]{1,300})\)/g,
    (whole, words: string, link: string) => {
      // The whole line is escaped already: the link is checked in its original form.
      const to = safeLink(link.replaceAll('&amp;', '&').replaceAll('&#39;', "'"), base);
      return to === null ? whole : `<a href="${escapeHtml(to)}" rel="noopener">${words}</a>`;
    },
  );
  return linked
    .replace(/\*\*([^*]{1,500})\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[^*])\*([^*\s][^*]{0,500})\*/g, '$1<em>$2</em>');
}

/**
 * Returns the HTML of a text with paragraphs (separated by empty lines), lists (lines that start with '- '), **bold**, *italic* and [text](link).
 * `base` is the path of the site.
 */
export function richText(text: string, base = ''): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const lines = part.split('\n');
      if (lines.every((line) => line.startsWith('- ')))
        return `<ul>${lines.map((line) => `<li>${inline(line.slice(2), base)}</li>`).join('')}</ul>`;
      return `<p>${lines.map((line) => inline(line, base)).join('<br>')}</p>`;
    })
    .join('');
}
