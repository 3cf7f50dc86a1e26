/** Other names of columns: those that people and other tills write. Source: R35.54. */

/** Accepted headings by entity and column, in lower case. `sizes.sellingPrice` is a part of the list `sizes`. */
export const otherHeadings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  menu_item: {
    name: ['item', 'product', 'dish', 'item name', 'product name', 'display name'],
    categoryIds: ['category', 'group', 'section', 'product category', 'point of sale category', 'reporting category'],
    type: ['type', 'station', 'printer'],
    code: ['sku', 'internal reference', 'item code'],
    barcode: ['gtin', 'ean'],
    'sizes.value': ['size', 'variant', 'variation', 'variation name', 'portion', 'option 1 value'],
    'sizes.sellingPrice': ['price', 'selling price', 'sales price', 'default price', 'amount', 'mvr'],
    'sizes.costPrice': ['cost', 'cost price'],
  },
  customer: {
    name: ['customer', 'customer name', 'full name'],
    phone: ['mobile', 'phone number', 'contact number'],
    email: ['e-mail', 'email address'],
  },
  vendor: {
    name: ['vendor', 'vendor name', 'supplier', 'supplier name'],
    phone: ['mobile', 'phone number', 'contact number'],
    email: ['e-mail', 'email address'],
  },
  inventory_item: {
    name: ['item', 'product', 'item name', 'product name'],
    code: ['sku', 'internal reference', 'item code'],
    category: ['group', 'product category'],
  },
};
