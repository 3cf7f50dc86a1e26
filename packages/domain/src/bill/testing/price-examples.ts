/** The worked examples of prices: what is sold by which rules, and what everybody shows, prints and reports of it, laari. */
import type { Availability } from '../../menu/availability.ts';
import type { PriceList } from '../../price/rules.ts';

interface ExampleDish {
  readonly name: string;
  readonly price: number;
  readonly gstMode?: 'Inclusive';
  readonly maxDiscountPct?: number;
  /** A set menu: its parts in order, with what each costs on top. The same part again: so many of one choice. */
  readonly parts?: readonly { readonly dish: Dish; readonly extraPrice?: number }[];
}

export type Dish =
  | 'juice'
  | 'shake'
  | 'tunaPizza'
  | 'vegPizza'
  | 'plainPizza'
  | 'coffee'
  | 'cookie'
  | 'feast'
  | 'buffet'
  | 'lobster'
  | 'rice'
  | 'soup'
  | 'punch'
  | 'lunchSet'
  | 'roll'
  | 'rollSet'
  | 'latte'
  | 'muffin'
  | 'sandwich'
  | 'cake'
  | 'pasta';

export const exampleMenu: Readonly<Record<Dish, ExampleDish>> = {
  juice: { name: 'Juice', price: 3500 },
  shake: { name: 'Shake', price: 3333 },
  tunaPizza: { name: 'Tuna Pizza', price: 12_000 },
  vegPizza: { name: 'Vegetable Pizza', price: 10_000 },
  plainPizza: { name: 'Plain Pizza', price: 8000 },
  coffee: { name: 'Coffee', price: 6500 },
  cookie: { name: 'Cookie', price: 3500 },
  feast: { name: 'Feast', price: 30_000 },
  buffet: { name: 'Buffet', price: 25_000 },
  lobster: { name: 'Lobster', price: 40_000, maxDiscountPct: 5 },
  rice: { name: 'Rice', price: 6500 },
  soup: { name: 'Soup', price: 3000 },
  punch: { name: 'Punch', price: 3500 },
  lunchSet: {
    name: 'Lunch Set',
    price: 9900,
    parts: [{ dish: 'rice' }, { dish: 'soup' }, { dish: 'punch', extraPrice: 500 }],
  },
  roll: { name: 'Roll', price: 2000 },
  rollSet: { name: 'Roll Set', price: 5000, parts: [{ dish: 'roll' }, { dish: 'roll' }, { dish: 'roll' }] },
  latte: { name: 'Latte', price: 4500 },
  muffin: { name: 'Muffin', price: 1852 },
  sandwich: { name: 'Sandwich', price: 2648 },
  cake: { name: 'Cake', price: 80_000, gstMode: 'Inclusive' },
  pasta: { name: 'Pasta', price: 12_500 },
};

/** A price list of one dish. */
export interface ExampleList extends Pick<PriceList, 'name' | 'kind' | 'roundTo'> {
  readonly dish: Dish;
  readonly price?: number;
  readonly percent?: number;
  readonly availability?: readonly Availability[];
}

export interface ExamplePromotion {
  readonly name: string;
  readonly type: 'PercentOff' | 'BuyGet' | 'Bundle' | 'BillOff';
  /** What it is for; of a bundle: its parts. Absent: everything. */
  readonly of?: readonly Dish[];
  readonly percent?: number;
  readonly amount?: number;
  readonly price?: number;
  readonly minSpend?: number;
  readonly buyQty?: number;
  readonly getQty?: number;
}

/** A bill as it is on every surface. Figures that are 0 are absent. */
export interface ExampleBill {
  /** What each item costs before promotions, by the order of the bill; of set menus their parts. */
  readonly lines: readonly (readonly [name: string, amount: number])[];
  readonly promotions?: readonly (readonly [words: string, off: number])[];
  readonly subTotal: number;
  readonly discount?: number;
  readonly serviceCharge?: number;
  readonly advance?: number;
  readonly gst: number;
  readonly total: number;
  /** Gift cards that it sells. */
  readonly cards?: number;
}

export interface ExampleRefund {
  readonly kind: 'refund';
  /** Absent: all that is left. */
  readonly dish?: Dish;
  readonly bills: readonly [ExampleBill];
  /** What each method gives back. */
  readonly back: Readonly<Record<string, number>>;
  /** What it takes back of promotions, and of points. */
  readonly promotion?: number;
  readonly points?: number;
}

/** What happens to the bill, and the bills that it makes. */
export type ExampleStep =
  | { readonly kind: 'void'; readonly dish: Dish; readonly bills: readonly [ExampleBill] }
  | { readonly kind: 'split'; readonly dish: Dish; readonly bills: readonly [ExampleBill, ExampleBill] }
  | ExampleRefund;

export interface PriceExample {
  readonly case: string;
  readonly says: string;
  /** When it is tapped and paid: a weekday and a time in Malé. Absent: at noon of Friday, and at once. */
  readonly at?: string;
  readonly paidAt?: string;
  /** Absent: takeaway. */
  readonly type?: 'Table';
  readonly sold: readonly (readonly [dish: Dish, qty: number])[];
  readonly lists?: readonly ExampleList[];
  readonly promotions?: readonly ExamplePromotion[];
  readonly discountPct?: number;
  readonly discountAmount?: number;
  /** A gift card that it sells. */
  readonly card?: number;
  /** What was paid of its order before, and the GST of that payment. */
  readonly paidAhead?: { readonly amount: number; readonly gst: number };
  /** Absent: 8. */
  readonly gstPct?: number;
  readonly bill: ExampleBill;
  /** How it is paid; absent: by card terminal. */
  readonly paid?: Readonly<Record<string, number>>;
  /** The points that its customer gets, 1 for each 10.00. Absent: it has no customer. */
  readonly points?: number;
  readonly steps?: readonly ExampleStep[];
}

const happyHour = (from: string, to: string): ExampleList => ({
  name: 'Happy hour',
  kind: 'Offer',
  roundTo: 0,
  dish: 'juice',
  price: 2500,
  availability: [{ day: 'Friday', from, to }],
});
const oneJuice = (price: number, gst: number): ExampleBill => ({
  lines: [['Juice', price]],
  subTotal: price,
  gst,
  total: price + gst,
});
const threeForTwo: ExamplePromotion = {
  name: 'Buy 2 get 1',
  type: 'BuyGet',
  of: ['tunaPizza', 'vegPizza', 'plainPizza'],
  buyQty: 2,
  getQty: 1,
  percent: 100,
};
const bundle: ExamplePromotion = { name: 'Coffee and cookie', type: 'Bundle', of: ['coffee', 'cookie'], price: 8000 };
const cookieOff = (percent: number): ExamplePromotion => ({
  name: 'Sweet hour',
  type: 'PercentOff',
  of: ['cookie'],
  percent,
});
const pizzas: PriceExample['sold'] = [
  ['tunaPizza', 1],
  ['vegPizza', 1],
  ['plainPizza', 1],
];
const pizzaLines = [
  ['Tuna Pizza', 12_000],
  ['Vegetable Pizza', 10_000],
  ['Plain Pizza', 8000],
] as const;
const pizzaBill: ExampleBill = {
  lines: pizzaLines,
  promotions: [['Buy 2 get 1', 8000]],
  subTotal: 22_000,
  gst: 1760,
  total: 23_760,
};
const pair: PriceExample['sold'] = [
  ['coffee', 1],
  ['cookie', 1],
];
const capped: PriceExample['sold'] = [
  ['lobster', 1],
  ['vegPizza', 1],
];
const cappedLines = [
  ['Lobster', 40_000],
  ['Vegetable Pizza', 10_000],
] as const;
const buyThree = { sold: pizzas, promotions: [threeForTwo], bill: pizzaBill };

export const priceExamples: readonly PriceExample[] = [
  {
    case: '1',
    says: 'an offer counts at the tap, not at the payment',
    at: 'Fri 17:10:00',
    paidAt: 'Fri 20:00:00',
    sold: [['juice', 2]],
    lists: [happyHour('17:00', '19:00')],
    bill: { lines: [['Juice', 5000]], subTotal: 5000, gst: 400, total: 5400 },
  },
  {
    case: '2',
    says: 'the last second of an offer',
    at: 'Fri 18:59:59',
    sold: [['juice', 1]],
    lists: [happyHour('17:00', '19:00')],
    bill: oneJuice(2500, 200),
  },
  {
    case: '2',
    says: 'the first second after it',
    at: 'Fri 19:00:00',
    sold: [['juice', 1]],
    lists: [happyHour('17:00', '19:00')],
    bill: oneJuice(3500, 280),
  },
  {
    case: '2',
    says: 'an offer past midnight',
    at: 'Sat 01:30:00',
    sold: [['juice', 1]],
    lists: [happyHour('22:00', '02:00')],
    bill: oneJuice(2500, 200),
  },
  {
    case: '3',
    says: 'a list of 10 % more, to 0.50',
    sold: [['shake', 1]],
    lists: [{ name: 'Evening', kind: 'Base', roundTo: 50, dish: 'shake', percent: 10 }],
    bill: { lines: [['Shake', 3650]], subTotal: 3650, gst: 292, total: 3942 },
  },
  { case: '4', says: 'buy 2 get 1 free', ...buyThree },
  {
    case: '5',
    says: 'the same, two of each',
    sold: pizzas.map(([dish]) => [dish, 2]),
    promotions: [threeForTwo],
    bill: {
      lines: pizzaLines.map(([name, amount]) => [name, amount * 2]),
      promotions: [['Buy 2 get 1', 10_000 + 8000]],
      subTotal: 42_000,
      gst: 3360,
      total: 45_360,
    },
  },
  {
    case: '6',
    says: 'a bundle that is better than 25 % off',
    sold: pair,
    promotions: [bundle, cookieOff(25)],
    bill: {
      lines: [
        ['Coffee', 6500],
        ['Cookie', 3500],
      ],
      promotions: [['Coffee and cookie', 2000]],
      subTotal: 8000,
      gst: 640,
      total: 8640,
    },
  },
  {
    case: '6',
    says: '60 % off that is better than the bundle',
    sold: pair,
    promotions: [bundle, cookieOff(60)],
    bill: {
      lines: [
        ['Coffee', 6500],
        ['Cookie', 3500],
      ],
      promotions: [['Sweet hour', 2100]],
      subTotal: 7900,
      gst: 632,
      total: 8532,
    },
  },
  {
    case: '7',
    says: '50.00 off from 500.00, then 10 % off the bill, at a table',
    type: 'Table',
    sold: [
      ['feast', 1],
      ['buffet', 1],
    ],
    promotions: [{ name: 'Spend 500', type: 'BillOff', amount: 5000, minSpend: 50_000 }],
    discountPct: 10,
    bill: {
      lines: [
        ['Feast', 30_000],
        ['Buffet', 25_000],
      ],
      promotions: [['Spend 500', 5000]],
      subTotal: 50_000,
      discount: 5000,
      serviceCharge: 4500,
      gst: 3960,
      total: 53_460,
    },
  },
  {
    case: '8',
    says: '20 % off the bill, of which one item allows 5 %',
    sold: capped,
    promotions: [{ name: 'Friday', type: 'BillOff', percent: 20 }],
    bill: { lines: cappedLines, promotions: [['Friday', 2000 + 2000]], subTotal: 46_000, gst: 3680, total: 49_680 },
  },
  {
    case: '8',
    says: '100.00 off the bill, of which one item allows 5 %',
    sold: capped,
    promotions: [{ name: 'Friday', type: 'BillOff', amount: 10_000 }],
    bill: { lines: cappedLines, promotions: [['Friday', 2000 + 8000]], subTotal: 40_000, gst: 3200, total: 43_200 },
  },
  {
    case: '8',
    says: '20 % off by a person',
    sold: capped,
    discountPct: 20,
    bill: { lines: cappedLines, subTotal: 50_000, discount: 2000 + 2000, gst: 3680, total: 49_680 },
  },
  {
    case: '8',
    says: '100.00 off by a person',
    sold: capped,
    discountAmount: 10_000,
    bill: { lines: cappedLines, subTotal: 50_000, discount: 2000 + 8000, gst: 3200, total: 43_200 },
  },
  {
    case: '9',
    says: 'three sets with an extra',
    sold: [['lunchSet', 3]],
    bill: {
      lines: [
        ['Rice', 14_850],
        ['Soup', 6855],
        ['Punch', 9495],
      ],
      subTotal: 31_200,
      gst: 2496,
      total: 33_696,
    },
  },
  {
    case: '10',
    says: 'a set with one part three times',
    sold: [['rollSet', 1]],
    bill: {
      lines: [
        ['Roll', 1667],
        ['Roll', 1667],
        ['Roll', 1666],
      ],
      subTotal: 5000,
      gst: 400,
      total: 5400,
    },
  },
  {
    case: '11',
    says: 'one of buy 2 get 1 is refunded',
    ...buyThree,
    steps: [
      {
        kind: 'refund',
        dish: 'plainPizza',
        bills: [{ lines: [['Plain Pizza', -5867]], subTotal: -5867, gst: -469, total: -6336 }],
        back: { Card: 6336 },
        promotion: 2133,
      },
    ],
  },
  {
    case: '11',
    says: 'one of buy 2 get 1 goes to another check',
    ...buyThree,
    steps: [
      {
        kind: 'split',
        dish: 'plainPizza',
        bills: [
          {
            lines: [
              ['Tuna Pizza', 12_000],
              ['Vegetable Pizza', 10_000],
            ],
            promotions: [['Buy 2 get 1', 3200 + 2667]],
            subTotal: 16_133,
            gst: 1291,
            total: 17_424,
          },
          {
            lines: [['Plain Pizza', 8000]],
            promotions: [['Buy 2 get 1', 2133]],
            subTotal: 5867,
            gst: 469,
            total: 6336,
          },
        ],
      },
    ],
  },
  {
    case: '11',
    says: 'one of buy 2 get 1 is void',
    ...buyThree,
    steps: [
      {
        kind: 'void',
        dish: 'vegPizza',
        bills: [
          {
            lines: [
              ['Tuna Pizza', 12_000],
              ['Plain Pizza', 8000],
            ],
            subTotal: 20_000,
            gst: 1600,
            total: 21_600,
          },
        ],
      },
    ],
  },
  {
    case: '12',
    says: 'a gift card beside a coffee',
    sold: [['latte', 1]],
    card: 50_000,
    bill: { lines: [['Latte', 4500]], subTotal: 4500, gst: 360, total: 4860, cards: 50_000 },
  },
  {
    case: '13',
    says: 'paid by gift card and in cash, refunded in two parts',
    sold: [
      ['muffin', 1],
      ['sandwich', 1],
    ],
    bill: {
      lines: [
        ['Muffin', 1852],
        ['Sandwich', 2648],
      ],
      subTotal: 4500,
      gst: 360,
      total: 4860,
    },
    paid: { GiftCard: 3000, Cash: 1860 },
    steps: [
      {
        kind: 'refund',
        dish: 'muffin',
        bills: [{ lines: [['Muffin', -1852]], subTotal: -1852, gst: -148, total: -2000 }],
        back: { GiftCard: 2000 },
      },
      {
        kind: 'refund',
        bills: [{ lines: [['Sandwich', -2648]], subTotal: -2648, gst: -212, total: -2860 }],
        back: { GiftCard: 1000, Cash: 1860 },
      },
    ],
  },
  {
    case: '14',
    says: 'a cake, of which 300.00 was paid ahead',
    sold: [['cake', 1]],
    paidAhead: { amount: 30_000, gst: 2222 },
    bill: { lines: [['Cake', 80_000]], subTotal: 80_000, advance: 30_000, gst: 3704, total: 50_000 },
  },
  {
    case: '14',
    says: 'the same at 10 % by then',
    sold: [['cake', 1]],
    paidAhead: { amount: 30_000, gst: 2222 },
    gstPct: 10,
    bill: { lines: [['Cake', 80_000]], subTotal: 80_000, advance: 30_000, gst: 4545, total: 50_000 },
  },
  {
    case: '15',
    says: 'points for each 10.00, taken back in proportion',
    sold: [
      ['pasta', 1],
      ['vegPizza', 1],
    ],
    bill: {
      lines: [
        ['Pasta', 12_500],
        ['Vegetable Pizza', 10_000],
      ],
      subTotal: 22_500,
      gst: 1800,
      total: 24_300,
    },
    points: 22,
    steps: [
      {
        kind: 'refund',
        dish: 'vegPizza',
        bills: [{ lines: [['Vegetable Pizza', -10_000]], subTotal: -10_000, gst: -800, total: -10_800 }],
        back: { Card: 10_800 },
        points: 10,
      },
    ],
  },
];

export const exampleTitle = ({ case: name, says }: PriceExample): string => `case ${name}: ${says}`;
