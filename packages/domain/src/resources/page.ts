/** A block of the outlet's website, or a separate page. Source: docs/rules.md#website. */
import { blockKinds } from '../website/site.ts';
import { defineResource } from './define-resource.ts';

export const page = defineResource({
  name: 'Page',
  title: 'Website',
  table: 'page',
  area: 'app',
  many: 'pages',
  one: 'page',
  path: '/website',
  screen: 'Website',
  label: 'title',
  fields: [
    { key: 'kind', label: 'Kind', kind: 'choice', options: blockKinds, required: true, initial: 'About' },
    { key: 'title', label: 'Heading', kind: 'text', required: true, minLength: 2, maxLength: 80 },
    {
      key: 'body',
      label: 'Text',
      kind: 'multiline',
      maxLength: 5000,
      hint: 'An empty line starts a paragraph, - starts a list, **bold**, [words](https://address)',
    },
    { key: 'image', label: 'Image', kind: 'image' },
    {
      key: 'imageText',
      label: 'What the image shows',
      kind: 'text',
      maxLength: 160,
      hint: 'For people who cannot see the image',
    },
    { key: 'buttonLabel', label: 'Button', kind: 'text', maxLength: 40 },
    {
      key: 'buttonLink',
      label: 'Button leads to',
      kind: 'text',
      maxLength: 300,
      hint: '/menu, one of your pages, https://…, tel:… or mailto:…',
    },
    {
      key: 'slug',
      label: 'Address',
      kind: 'text',
      maxLength: 60,
      hint: 'Address of a separate page: lowercase letters, digits and hyphens',
    },
    {
      key: 'entries',
      label: 'Entries',
      kind: 'list',
      max: 30,
      fields: [
        { key: 'label', label: 'Name', kind: 'text', required: true, maxLength: 80 },
        { key: 'text', label: 'Text or link', kind: 'text', maxLength: 300 },
        { key: 'image', label: 'Image', kind: 'image' },
      ],
      hint: 'Hours, contacts, links or images, one row each',
    },
    { key: 'showFrom', label: 'Show from', kind: 'date' },
    { key: 'showTo', label: 'Show until', kind: 'date' },
    { key: 'isShown', label: 'On the site', kind: 'boolean', initial: true },
    { key: 'sort', label: 'Order', kind: 'integer', min: 0, max: 1000, initial: 0 },
  ],
  views: {
    grid: ['id', 'sort', 'kind', 'title', 'isShown'],
    form: ['kind', 'title', 'body', 'image', 'imageText', 'entries', 'isShown', 'sort'],
    more: 'rest',
    card: ['kind', 'title', 'body', 'image', 'entries', 'slug', 'showFrom', 'showTo', 'isShown', 'sort'],
    search: ['title', 'body'],
    csv: ['kind', 'title', 'body', 'slug', 'isShown', 'sort'],
    filters: ['kind', 'isShown'],
  },
});
