/** An outlet's public website: its settings and its blocks. Source: docs/rules.md#website. */

export const blockKinds = [
  'Hero',
  'About',
  'Menu',
  'Gallery',
  'Hours',
  'Location',
  'Contact',
  'Announcement',
  'Offers',
  'Social',
  'Page',
] as const;
export type BlockKind = (typeof blockKinds)[number];

export const siteStatuses = ['Draft', 'Scheduled', 'Published', 'Offline'] as const;
export type SiteStatus = (typeof siteStatuses)[number];

export interface BlockEntry {
  readonly label: string;
  readonly text: string;
  readonly image: string | null;
}

/** One block, as it is published. It is shown from `showFrom` to `showTo`, both included ('YYYY-MM-DD'). */
export interface SiteBlock {
  readonly kind: BlockKind;
  readonly title: string;
  readonly body: string;
  readonly image: string | null;
  readonly imageText: string;
  readonly buttonLabel: string;
  readonly buttonLink: string;
  readonly slug: string;
  readonly entries: readonly BlockEntry[];
  readonly showFrom: string | null;
  readonly showTo: string | null;
}

export interface SiteSettings {
  readonly title: string;
  readonly tagline: string;
  /** Color of headings and buttons: '#0b6e78'. */
  readonly color: string;
  /** Description for search engines. */
  readonly description: string;
  /** Text under the prices of the menu. */
  readonly priceNote: string;
}

export interface SiteContent extends SiteSettings {
  readonly blocks: readonly SiteBlock[];
}

/** Returns the blocks that the front page shows on a day; blocks of kind Page are left out. */
export function blocksOn(content: SiteContent, day: string): SiteBlock[] {
  return content.blocks.filter((block) => block.kind !== 'Page' && isShownOn(block, day));
}

/** Returns the page with a slug on a day, or undefined. */
export function pageOf(content: SiteContent, slug: string, day: string): SiteBlock | undefined {
  return content.blocks.find((block) => block.kind === 'Page' && block.slug === slug && isShownOn(block, day));
}

const isShownOn = ({ showFrom, showTo }: SiteBlock, day: string): boolean =>
  (showFrom === null || showFrom <= day) && (showTo === null || day <= showTo);

/** Returns a name as a slug: lower-case letters, digits and hyphens, at most 40 characters; 'outlet' when nothing is left. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'outlet' : slug;
}

/** Returns whether a text is a valid slug. */
export const isSlug = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(text);
