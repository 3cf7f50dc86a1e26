/** The demo menu of the shop 'Atoll Store': goods that are sold over the counter, without kitchen tickets. */

import { type DemoCategory, type DemoItem, item } from './demo-item.ts';
import type { DrawingName } from './picture/picture.ts';

const goods = (
  name: string,
  local: string,
  price: number | Readonly<Record<string, number>>,
  drawing: DrawingName,
  colours: readonly string[] = [],
  liked = 4,
): DemoItem => item(name, local, 'NA', price, drawing, colours, liked);

export const storeMenu: readonly DemoCategory[] = [
  {
    name: 'Drinks',
    local: 'ބުއިންތައް',
    color: '#2f7f86',
    ground: '#e0edf0',
    items: [
      goods('Mineral Water', 'ފެން', { '500 ml': 5, '1.5 l': 10 }, 'bottle', [], 10),
      goods('Cola Can', '', 15, 'can', [], 8),
      goods('Orange Can', '', 15, 'can', ['#e98a2b', '#fff3d6'], 6),
      goods('Energy Drink', '', 28, 'can', ['#33475b', '#f2c14e'], 5),
      goods('Mango Nectar', '', 18, 'carton', ['#f2a541', '#ffffff', '#6f9b5a'], 5),
      goods('Fresh Milk', 'ކިރު', 32, 'carton', ['#cfe3ec', '#ffffff', '#2f6f9b'], 6),
    ],
  },
  {
    name: 'Snacks',
    local: 'ހެދިކާ',
    color: '#d98a3a',
    ground: '#f4e6d8',
    items: [
      goods('Potato Chips', '', { Small: 12, Large: 26 }, 'bag', [], 9),
      goods('Banana Chips', 'ދޮންކެޔޮ ޗިޕްސް', 30, 'bag', ['#f0cf5a', '#fffdf4', '#6f9b5a'], 6),
      goods('Breadfruit Chips', 'ބަނބުކެޔޮ ޗިޕްސް', 35, 'bag', ['#c9a46a', '#fffdf4', '#7a5a2b'], 6),
      goods('Cashew Nuts', '', 65, 'bag', ['#a6603a', '#f6ead9', '#d9a15b'], 4),
      goods('Chocolate Bar', 'ޗޮކްލެޓް', 22, 'carton', ['#6b4226', '#f0d9a8', '#c2475b'], 7),
      goods('Cream Biscuits', 'ބިސްކޯދު', 14, 'carton', ['#e9c46a', '#ffffff', '#8d4a25'], 6),
      goods('Dried Tuna', 'ހިކިމަސް', 95, 'bag', ['#8d5a4a', '#f6ead9', '#5e2f28'], 5),
    ],
  },
  {
    name: 'Pantry',
    local: 'ބަދިގެ',
    color: '#8a9a3b',
    ground: '#ecefdf',
    items: [
      goods('Rice', 'ހަނޑޫ', { '1 kg': 18, '5 kg': 85 }, 'bag', ['#e9e2cf', '#2f7f86', '#ffffff'], 6),
      goods('Rihaakuru', 'ރިހާކުރު', 75, 'bottle', ['#6b3f26', '#e9c46a', '#d94f3d'], 5),
      goods('Chilli Paste', 'މިރުސް', 28, 'bottle', ['#c8402d', '#fff3d6', '#6f9b5a'], 4),
      goods('Coconut Milk', 'ކާށި ކިރު', 24, 'carton', ['#dfe9d2', '#ffffff', '#6f9b5a'], 5),
      goods('Black Tea Bags', 'ސައިފަތް', 38, 'carton', ['#8d4a25', '#f6ead9', '#c76a2e'], 5),
      goods('Sugar', 'ހަކުރު', 16, 'bag', ['#f3f1ec', '#5aa3b0', '#ffffff'], 5),
    ],
  },
  {
    name: 'Beach & Care',
    local: 'ގޮނޑުދޮށް',
    color: '#e9a23b',
    ground: '#f6eed8',
    items: [
      goods('Sun Cream', '', { '50 ml': 120, '100 ml': 195 }, 'tube', [], 6),
      goods('After Sun Gel', '', 110, 'tube', ['#e6f2ec', '#6fae8f', '#2f7f86'], 3),
      goods('Coconut Oil', 'ކާށިތެޔޮ', 85, 'bottle', ['#f6ecd2', '#8d5a2b', '#8d5a2b'], 4),
      goods('Beach Towel', '', 180, 'cloth', [], 3),
      goods('Beach Ball', '', 90, 'round', ['#e8635a', '#ffffff', '#f2c14e'], 2),
      goods('Toothpaste', '', 32, 'tube', ['#ffffff', '#5aa3b0', '#c8553d'], 4),
    ],
  },
  {
    name: 'Souvenirs',
    local: 'ހަނދާނީ ތަކެތި',
    color: '#8d6aa8',
    ground: '#ece6f1',
    items: [
      goods('Postcard', '', 12, 'card', [], 7),
      goods('Lagoon Magnet', '', 45, 'round', [], 6),
      goods('Sarong', 'ފޭރާން', 150, 'cloth', ['#c2475b', '#fff3d6', '#e9a23b'], 3),
      goods('Picture Book', '', 220, 'card', ['#33475b', '#6fa8ad', '#f2c14e'], 2),
      goods('Island Honey', '', 140, 'bottle', ['#e0a93a', '#ffffff', '#8d5a2b'], 3),
    ],
  },
];
