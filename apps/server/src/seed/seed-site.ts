/** The public site of a demo outlet. */
import { page } from '@atoll/domain/resources/page';
import { addressOf } from '../modules/website/record.ts';
import { findSite, publishSite, updateSite } from '../modules/website/service.ts';
import type { Actor } from '../platform/http/actor.ts';
import type { Store } from '../platform/store/store.ts';
import type { Values } from '../resource/row.ts';
import { createRecord } from '../resource/write.ts';
import { seedKey } from './seed-key.ts';

const blocks: readonly Values[] = [
  {
    kind: 'Hero',
    title: 'Good food by the sea',
    body: 'Fresh tuna, slow coffee and a table with a view, every day from morning to midnight.',
    buttonLabel: 'See the menu',
    buttonLink: '/menu',
  },
  {
    kind: 'About',
    title: 'About us',
    body: 'We cook what the boats bring in and what the islands grow.\n\n- **Breakfast** until eleven\n- **Lunch and dinner** all day\n- *Coffee* whenever you like',
  },
  { kind: 'Menu', title: 'Menu', body: '' },
  {
    kind: 'Hours',
    title: 'Opening hours',
    entries: [
      { label: 'Saturday to Thursday', text: '07:00–24:00' },
      { label: 'Friday', text: '14:00–24:00' },
    ],
  },
  {
    kind: 'Contact',
    title: 'Find us',
    body: 'Boduthakurufaanu Magu, Malé',
    entries: [
      { label: 'Phone', text: 'tel:+9603301100' },
      { label: 'Email', text: 'mailto:hello@atoll.test' },
    ],
  },
];

/** Creates and publishes the site; existing parts stay. */
export async function seedSite(store: Store, actor: Actor, now: number): Promise<void> {
  for (const [sort, block] of blocks.entries()) {
    const key = seedKey(`page ${actor.outletId} ${String(block['title'])}`);
    await createRecord(store, actor, { definition: page, hooks: {} }, { imageText: '', ...block, key, sort });
  }
  const settings = {
    title: 'Atoll Café',
    tagline: 'Good food by the sea',
    color: '#0b6e78',
    description: 'A café in Malé with fresh fish, breakfast all morning and good coffee.',
    priceNote: 'Service charge and GST are added to the bill',
  };
  const slug = await addressOf(store, actor.outletId);
  const { version } = await findSite(store, actor.outletId, now);
  if (version === 0) await updateSite(store, actor, { ...settings, slug, version }, now);
  const { status } = await findSite(store, actor.outletId, now);
  if (status !== 'Published') await publishSite(store, actor, undefined, now);
}
