import { defineResource } from '@atoll/domain/resources/define-resource';

/** A test entity with a field of nearly every kind. */
export const gadget = defineResource({
  name: 'Gadget',
  title: 'Gadgets',
  table: 'gadget',
  area: 'ims',
  many: 'gadgets',
  one: 'gadget',
  path: '/gadgets',
  screen: 'Vendors',
  action: 'invoice.post',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, minLength: 2, maxLength: 10 },
    { key: 'type', label: 'Type', kind: 'choice', options: ['Bar', 'Kitchen'], required: true, initial: 'Bar' },
    { key: 'price', label: 'Price', kind: 'money' },
    { key: 'startDate', label: 'Start date', kind: 'date' },
    { key: 'website', label: 'Website', kind: 'url' },
    { key: 'vendorId', label: 'Vendor', kind: 'reference', entity: 'vendor' },
    { key: 'isOpen', label: 'Open', kind: 'boolean' },
    {
      key: 'sizes',
      label: 'Sizes',
      kind: 'list',
      min: 1,
      max: 3,
      fields: [
        { key: 'value', label: 'Size', kind: 'text', required: true },
        { key: 'sellingPrice', label: 'Price', kind: 'money', required: true },
      ],
    },
    { key: 'note', label: 'Note', kind: 'multiline', maxLength: 20 },
    { key: 'image', label: 'Picture', kind: 'image' },
  ],
  views: {
    grid: ['id', 'name', 'type', 'price', 'vendorId', 'isOpen'],
    form: ['name', 'type', 'price', 'vendorId', 'sizes'],
    more: ['startDate', 'website', 'isOpen', 'note', 'image'],
    card: ['name', 'type', 'price', 'startDate', 'website', 'vendorId', 'isOpen', 'sizes', 'note'],
    search: ['name'],
    csv: ['name', 'type'],
    filters: ['type', 'isOpen', 'vendorId'],
  },
});

/** Returns a stored gadget. */
export const stored = (more: Record<string, unknown> = {}) => ({
  id: 7,
  key: 'k7',
  version: 3,
  isActive: true,
  name: 'Lamp',
  type: 'Kitchen',
  price: 4550,
  startDate: '2020-01-13',
  website: 'https://lamp.example/shop',
  vendorId: 4,
  vendorName: 'Coral Foods',
  isOpen: true,
  sizes: [{ value: 'Small', sellingPrice: 3000 }],
  note: '',
  image: null,
  ...more,
});
