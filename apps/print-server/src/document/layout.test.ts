import { coursesAtSave, fireCourse } from '@atoll/domain/bill/course';
import { billOf, line, noon } from '@atoll/domain/bill/testing/bills';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { dueTickets } from '@atoll/domain/ticket/ticket';
import { describe, expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { renderText } from '../render/text.ts';
import { billBody, item, kotBody, outlet, paidBody, zBody } from '../testing/body.ts';
import { billHead } from './bill.ts';
import { layOut } from './document.ts';
import { flow } from './flow.ts';
import type { JobMarks } from './marks.ts';

const original: JobMarks = {
  job: '3f9c21',
  printer: 'Kitchen 1',
  copyNo: 0,
  printedTime: { date: '20-Nov-2026', time: '21:05' },
  mayBeDuplicate: false,
  lateSince: null,
};

function paper(body: PrintBody, columns: number, marks: Partial<JobMarks> = {}): string {
  const { blocks, words } = layOut(readPrintRequest(body), { ...original, ...marks });
  return renderText(flow(blocks, columns, words), columns);
}

const thaana = billBody({
  items: [item('މަސްހުނި', 2, 4500), item('ކިރު ސަރުބަތް Special', 1, 6000, { notes: ['ހަކުރު ނުލާ'] })],
  customer: { id: 1, key: 'c', name: 'މޫސާ އަލީ', phone: '', tin: '' },
  subTotal: 15000,
  discount: 0,
  discountPercentage: 0,
  serviceCharge: 1500,
  gst: 1320,
  total: 17820,
});
const registered = paidBody({
  invoiceType: 'TaxInvoice',
  customer: {
    id: 3,
    key: 'c3',
    name: 'Island Trading Pvt Ltd',
    phone: '3009999',
    tin: '1012345GST501',
    address: 'Orchid Magu, Male',
  },
});
const bot = kotBody(
  { type: 'Bot', kotNo: 42, printerName: 'Bar' },
  {
    items: [
      item('Coke', 4, 2500),
      item('Mojito', 2, 9000, {
        size: 'Large',
        notes: ['no ice'],
        modifiers: [{ optionId: 1, name: 'Virgin', priceDelta: 0 }],
      }),
    ],
  },
);
const dhivehiKot: PrintBody = {
  ...kotBody(
    { kotNo: 118, kind: 'Add' },
    { items: [item('މަސްހުނި', 2, 4500, { notes: ['ހަކުރު ނުލާ'] }), item('Tuna Pizza', 1, 9500, { change: 'Void' })] },
  ),
  language: 'dv',
};
const courseItems = [
  item('Garlic Bread', 1, 4500, { mark: 'Make', courseNo: 0 }),
  item('Fish Soup', 2, 6500, { mark: 'Make', courseNo: 1, notes: ['ALLERGY: NUTS'] }),
  item('Grilled Reef Fish', 1, 18000, { mark: 'Hold', courseNo: 2 }),
  item('Chicken Curry', 2, 12000, { mark: 'Hold', courseNo: 2 }),
  item('Coconut Cake', 3, 4000, { mark: 'Hold', courseNo: 3 }),
];
const courses = kotBody({ kotNo: 7, kind: 'New' }, { items: courseItems });
const guest = { id: null, key: '', name: '', phone: '', tin: '', allergies: 'Nuts, shellfish' };
const marked = kotBody(
  { kotNo: 12, kind: 'New' },
  {
    customer: guest,
    items: [
      item('Chicken Curry', 2, 12000, {
        spicy: 3,
        isHalal: true,
        allergens: ['Nuts', 'Milk', 'Mustard'],
        notes: ['No onion'],
      }),
      item('Grilled Aubergine', 1, 6500, { isVegetarian: true, isHalal: true }),
      item('Lime Juice', 1, 3000),
    ],
  },
);
const expediter: PrintBody = {
  ...kotBody(
    { kotNo: 9, kind: 'Add' },
    {
      items: [
        item('Lagoon Burger', 1, 9500, { stationName: 'KITCHEN', notes: ['ALLERGY: NUTS'] }),
        item('Fish Soup', 2, 6500, { stationName: 'KITCHEN' }),
        item('Lime Juice', 3, 3000, { stationName: 'BAR' }),
        item('Fish Curry', 1, 9500, { stationName: 'Curry corner', change: 'Void' }),
      ],
    },
  ),
  station: 'Pass',
};
const fire = kotBody(
  { kotNo: 8, kind: 'Add' },
  {
    items: [
      item('Grilled Reef Fish', 1, 18000, {
        mark: 'Fire',
        courseNo: 2,
        notes: ['No lemon'],
        modifiers: [{ optionId: 1, name: 'Well done', priceDelta: 0 }],
      }),
      item('Chicken Curry', 2, 12000, { mark: 'Fire', courseNo: 2 }),
    ],
  },
);
const voided = kotBody(
  { kind: 'Cancel', kotNo: 'T3-41' },
  {
    items: [
      item('Tuna Pizza', 1, 9500, { change: 'Void', voidReason: 'wrong item' }),
      item('Grilled Reef Fish with Lemon Butter Sauce', 2, 1, { change: 'Void' }),
    ],
  },
);

/** The same paper of a practice outlet. */
const practised = (body: PrintBody): PrintBody => ({ ...body, outlet: { ...body.outlet, practice: true } });

describe.each([48, 42, 32])('documents on paper of %i columns', (columns) => {
  it.each([
    ['bill', billBody(), {}],
    ['tax-invoice', registered, {}],
    ['copy', paidBody({}, { copyNo: 1 }), { copyNo: 1 }],
    ['kot', kotBody(), {}],
    ['bot-doubtful', bot, { mayBeDuplicate: true }],
    ['courses', courses, {}],
    ['dhivehi-courses', { ...courses, language: 'dv' }, {}],
    ['marks', marked, {}],
    ['dhivehi-marks', { ...marked, language: 'dv' }, {}],
    ['expediter', expediter, {}],
    ['dhivehi-expediter', { ...expediter, language: 'dv' }, {}],
    ['fire', fire, {}],
    ['dhivehi-fire', { ...fire, language: 'dv' }, {}],
    ['void', voided, { lateSince: '19:42' }],
    ['thaana', thaana, {}],
    ['dhivehi', { ...thaana, language: 'dv' }, {}],
    ['dhivehi-kot', dhivehiKot, { copyNo: 1 }],
    ['z', zBody('en'), {}],
    ['dhivehi-z', zBody('dv'), {}],
    ['practice', practised(paidBody()), {}],
    ['practice-kot', practised(kotBody()), {}],
    ['dhivehi-practice', practised({ ...thaana, language: 'dv' }), {}],
  ] as const)('[R1.6] [R18.23] %s looks as it did', async (name, body, marks) => {
    const text = paper(body, columns, marks);
    for (const line of text.split('\n')) expect(line.replace(/\p{Mn}/gu, '').length).toBeLessThanOrEqual(columns);
    await expect(text).toMatchFileSnapshot(`golden/${name}-${columns}.txt`);
  });

  it('[R18.23] cuts no amount, however long', () => {
    const text = paper(
      paidBody({
        items: [item('Gold', 123456.789, 999999999), item('A name of very many letters and words', -1, 999999999)],
        subTotal: 999999999,
        total: 999999999,
        gst: 74074074,
        payments: [{ method: 'BankTransfer', amount: 999999999, reference: 'slip 000000000000000000000000000001' }],
      }),
      columns,
    );
    expect(text).toContain('9,999,999.99');
    expect(text).toContain('-9,999,999.99');
    expect(text).toContain('1,234,567,888,765.43');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });
});

it('[R31.47] marks every paper of practice at top and bottom, and no other', () => {
  const papers = [
    billBody(),
    registered,
    paidBody({}, { copyNo: 1 }),
    bot,
    dhivehiKot,
    voided,
    zBody('en'),
    zBody('dv'),
  ];
  for (const body of papers)
    for (const columns of [32, 42, 48]) {
      const isTicket = body.type === 'Kot' || body.type === 'Bot';
      const mark = isTicket ? 'PRACTICE - DO NOT MAKE' : 'PRACTICE - NOT A RECEIPT';
      const lines = paper(practised(body), columns).trim().split('\n');
      expect(lines[0]?.trim(), `${body.type} ${columns}`).toContain(mark);
      const last = lines.at(body.language === 'dv' ? -2 : -1);
      expect(last?.trim(), `${body.type} ${columns}`).toContain(mark);
      expect(paper(body, columns)).not.toContain('PRACTICE');
    }
});

it('[R18.23] prints amounts on the left of right-to-left documents', () => {
  const lines = paper({ ...thaana, language: 'dv' }, 42).split('\n');
  const total = lines.find((line) => line.includes('178.20')) ?? '';
  expect(total.startsWith('178.20')).toBe(true);
  expect(total.endsWith('ޖުމުލަ MVR')).toBe(true);
});

describe('the heading of a bill', () => {
  const head = (body: PrintBody) => billHead(readPrintRequest(body));

  it.each([
    ['an open bill is a Bill, whatever it asks to be', billBody({}, { title: 'Tax Invoice' }), 'Bill'],
    ['a printed bill is still a Bill', billBody({ status: 'BillPrinted' }, { title: 'Receipt' }), 'Bill'],
    [
      'a paid one without number is provisional',
      paidBody({ invoiceNumber: null }, { title: 'Tax Invoice' }),
      'Provisional receipt',
    ],
    ['a paid one is a Receipt', paidBody(), 'Receipt'],
    ['asked for, it is a Tax Invoice', paidBody({}, { title: 'Tax Invoice' }), 'Tax Invoice'],
    ['with a tax invoice it is a Tax Invoice', registered, 'Tax Invoice'],
    ['a buyer with a TIN alone does not make one', { ...registered, title: 'Receipt' }, 'Receipt'],
    ['nor without a title', paidBody({ customer: registered.bill.customer ?? null }), 'Receipt'],
    ['without the seller’s TIN it is none', { ...registered, outlet: { ...outlet, tin: '' } }, 'Receipt'],
    ['a void bill says so', paidBody({ isVoid: true }), 'Void bill'],
    ['a refund says so', paidBody({ refundOfId: 9 }), 'Refund'],
  ] as const)('[R16.1] %s', (_name, body, wanted) => {
    expect(head(body)).toBe(wanted);
  });

  it('[R18.23] states on a bill before payment that it is no tax invoice, and shows no payment', () => {
    const text = paper(billBody({ payments: [{ method: 'Cash', amount: 60381, tendered: 70000 }] }), 48);
    expect(text).toContain('NOT A TAX INVOICE - NOT PAID');
    expect(text).not.toContain('Cash');
  });

  it('[R35.36] prints the method of a corrected payment on a receipt copy, and from which one it was corrected', () => {
    const before = { method: 'Cash', amount: 60381, tendered: 70000, change: 9619, status: 'Voided' } as const;
    const text = paper(paidBody({ payments: [before, { method: 'Card', amount: 60381, reference: 'Slip 12' }] }), 48, {
      copyNo: 1,
    });
    expect(text).toMatch(/^Card Slip 12 +603\.81$/m);
    expect(text).toContain('Payment corrected from Cash');
    expect(text).not.toMatch(/^Change/m);
    expect(paper(paidBody({}), 48)).not.toContain('corrected');
  });

  it('[R1.6] marks an open bill that was printed before as revised, or as a copy when nothing was added', () => {
    expect(paper(billBody({ printCount: 1 }), 48)).toContain('** REVISED 1 **');
    expect(paper(billBody({ printCount: 2, status: 'BillPrinted' }), 48)).toContain('** COPY 2 - 20-Nov-2026 21:05 **');
    expect(paper(billBody({ printCount: 1 }), 48, { copyNo: 4 })).not.toContain('REVISED');
    expect(paper(paidBody({ printCount: 1 }), 48)).not.toMatch(/REVISED|COPY/);
  });

  it('[R35.78] marks a tax invoice that was issued after the receipt with both dates, and nothing else', () => {
    const reissue = { at: '2026-11-22T05:00:00.000Z', receiptAt: '2026-11-20T14:00:00.000Z' };
    const text = paper({ ...registered, reissue }, 48);
    expect(text).toMatch(/Issued 22-Nov-2026\n +for the receipt of 20-Nov-2026\n/);
    expect(paper({ ...paidBody(), reissue }, 48)).not.toContain('Issued');
  });

  it('[R18.23] [R35.78] prints every detail that the law requires on a tax invoice', () => {
    const text = paper({ ...registered, outlet: { ...outlet, gstActivityNo: 'A-77' } }, 48);
    const particulars = [
      'Tax Invoice',
      'SEA HOUSE MALE',
      'Boduthakurufaanu Magu',
      '1000234GST501',
      'Island Trading Pvt Ltd',
      'Orchid Magu, Male',
      'A-77',
    ];
    const figures = [
      '1012345GST501',
      '2026-000123',
      '20-Nov-2026',
      'Total excl. GST',
      '559.08',
      'GST 8%',
      '44.73',
      '603.81',
    ];
    for (const word of [...particulars, ...figures]) expect(text).toContain(word);
  });
});

describe('amounts of a printed bill', () => {
  it('[R18.23] prints the totals of the request even where they do not add up', () => {
    const text = paper(billBody({ subTotal: 1, discount: 0, serviceCharge: 2, gst: 3, total: 999 }), 48);
    expect(text).toMatch(/Subtotal +0\.01\n/);
    expect(text).toMatch(/Service charge 10% +0\.02\n/);
    expect(text).toMatch(/GST 8% +0\.03\n/);
    expect(text).toMatch(/TOTAL MVR +9\.99\n/);
  });

  it('[R20.2] names the kind of GST, with one line for each rate when the items carry their tax', () => {
    const mixed = [
      item('A', 1, 10000, { gstMode: 'Exclusive', gstPct: 8, taxAmount: 800 }),
      item('B', 1, 11700, { gstMode: 'Inclusive', gstPct: 17, taxAmount: 1700 }),
      item('C', 1, 5000, { gstMode: 'Exempt', gstPct: 0, taxAmount: 0 }),
    ];
    const text = paper(billBody({ items: mixed, gst: 2500, total: 27500 }), 48);
    expect(text).toMatch(/GST 8% +8\.00\n/);
    expect(text).toMatch(/GST 17% included +17\.00\n/);
    expect(paper(billBody({ items: mixed, gst: 2600 }), 48)).toMatch(/GST +26\.00\n/);
    expect(paper(billBody({ gstMode: 'Inclusive' }), 48)).toMatch(/GST 8% included +44\.73\n/);
    expect(paper(billBody({ gstMode: 'Exempt', gst: 0 }), 48)).toMatch(/GST exempt +0\.00\n/);
  });

  it('[R35.37] prints on a ticket when its round was sent, not when the bill last changed', () => {
    const text = paper(kotBody({ sentAt: '2026-11-20T14:05:00.000Z' }, { modifiedAt: '2026-11-20T14:42:00.000Z' }), 42);
    expect(text).toContain('19:05');
    expect(text).not.toContain('19:42');
  });

  it('[R35.38] names on a refund the invoice and bill number that it corrects, never an internal id', () => {
    const body = paidBody({ refundOfId: 987_654 });
    const text = paper({ ...body, refundOf: { invoiceNumber: '2026-000777', number: '41' } }, 42);
    expect(text).toContain('Refund of Invoice 2026-000777');
    expect(text).toContain('Bill 41');
    expect(text).not.toContain('COPY');
    for (const one of [text, paper(body, 42)]) expect(one).not.toContain('987654');
  });

  it('[R35.42] names the guest of a takeaway or delivery on its ticket, and none at a table', () => {
    const named = { id: null, key: '', name: 'Moosa Ali', phone: '', tin: '' };
    const of = (type: 'Takeaway' | 'Delivery' | 'Table') => paper(kotBody({}, { type, customer: named }), 42);
    for (const text of [of('Takeaway'), of('Delivery')]) expect(text).toMatch(/^For: Moosa Ali$/m);
    expect(of('Table')).not.toContain('Moosa');
  });

  it('[R35.39] names size, modifiers and notes of a cancelled item', () => {
    const gone = item('Mojito', 1, 9000, {
      size: 'Large',
      notes: ['no ice'],
      modifiers: [{ optionId: 1, name: 'Virgin', priceDelta: 0 }],
      change: 'Void',
      voidReason: 'wrong item',
    });
    const text = paper(kotBody({ kind: 'Cancel' }, { items: [gone] }), 42);
    const parts = ['VOID 1 x Mojito', '(Large)', '+ Virgin', '> no ice', 'wrong item'];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('[R18.23] leaves out void items and prints the amounts of an item with modifiers, discount and rounding', () => {
    const lines = [
      item('Void one', 1, 700, { isVoid: true }),
      item('Fish', 0.333, 10000, { modifiers: [{ optionId: 1, name: 'Extra rice', priceDelta: 501 }] }),
      item('Cake', 3, 1005, { discount: { type: 'Percent', value: 10, reason: 'x' } }),
      item('Gift', 1, 5000, { isComp: true }),
      item('Given', 2, 5000, { amount: 1234 }),
      item('Taken back', -2, 5000, { discount: { type: 'Amount', value: 1000, reason: 'x' } }),
    ];
    const text = paper(billBody({ items: lines }), 48);
    expect(text).not.toContain('Void one');
    expect(text).toMatch(/0\.333 Fish \+ Extra rice +105\.01 +34\.97\n/);
    expect(text).toMatch(/3 +Cake \(less 10%\) +10\.05 +27\.13\n/);
    expect(text).toMatch(/1 +Gift \(complimentary\) +50\.00 +0\.00\n/);
    expect(text).toMatch(/2 +Given +50\.00 +12\.34\n/);
    expect(text).toMatch(/-2 +Taken back \(less 10\.00\) +50\.00 +-90\.00\n/);
  });
});

describe('a kitchen ticket', () => {
  it('[R16.4] shows no prices on a kitchen ticket and highlights cancellations and changes', () => {
    const text = paper(
      kotBody(
        {},
        {
          items: [item('Coke', 4, 2500, { change: 'Changed', qtyBefore: 2 }), item('Tea', 1, 2000, { change: 'Void' })],
        },
      ),
      42,
    );
    expect(text).toContain('CHANGED 2 -> 4');
    expect(text).toContain('VOID 1 x Tea');
    expect(text).not.toMatch(/\d\.\d\d/);
  });

  it('[R16.4] prints the kind of a kitchen ticket', () => {
    expect(paper(kotBody({ kind: 'Add' }), 42)).toContain('ADD-ON Bill 10482');
    expect(paper(kotBody({ kind: 'Transfer' }), 42)).toContain('MOVED Bill 10482');
    expect(paper(kotBody({ station: 'Grill' }), 42)).toContain('GRILL KOT 0137');
    expect(paper(kotBody({}, { items: [item('Tea', 1, 1, { change: 'Void' })] }), 42)).toContain('VOID Bill 10482');
  });

  it('[R23.13] lists fired items under MAKE, held ones under HOLD COURSE n, and with WhenFired no held one until it is fired', () => {
    const dish = (key: string, courseNo: number) => line(key, { courseNo, index: courseNo, name: key });
    const saved = coursesAtSave(billOf([dish('Rice', 0), dish('Soup', 1), dish('Fish', 2)]), ['Soup'], noon);
    const fired = fireCourse(saved, 2, noon, 1);
    if (!fired.ok) throw new Error('not fired');
    const papers = (bill: typeof saved, value: string) =>
      dueTickets(bill, [
        { key: 'KotPrinter', value: 'Kitchen' },
        { key: 'HeldCourses', value },
      ]).map(({ lines }) =>
        paper(kotBody({}, { items: lines.map(({ item: each, ...rest }) => ({ ...each, ...rest })) }), 42),
      );
    expect(papers(saved, 'Announce')).toEqual([
      expect.stringMatching(/MAKE[^]*1 x Rice[^]*1 x Soup[^]*HOLD COURSE 2[^]*1 x Fish/),
    ]);
    expect(papers(saved, 'WhenFired')).toEqual([expect.stringMatching(/MAKE[^]*1 x Rice[^]*1 x Soup/)]);
    expect(papers(saved, 'WhenFired')[0]).not.toMatch(/HOLD|Fish/);
    expect(papers(fired.value, 'WhenFired')).toEqual([expect.stringMatching(/MAKE[^]*1 x Fish/)]);
  });

  it('names the seat that ordered an item', () => {
    expect(paper(kotBody({}, { items: [item('Tea', 1, 1, { seat: 3 })] }), 42)).toContain('Tea s3');
  });

  it('[R1.6] prints the check number when a table has several checks', () => {
    expect(paper(kotBody({}, { checkNo: 2 }), 48)).toContain('TABLE 12 CHECK 2');
  });
});

it('[R35.41] names a size on bill and ticket only when the item has several', () => {
  const items = [
    item('Coffee', 1, 3000, { size: 'Medium', hasSizes: false }),
    item('Tea', 1, 2000, { size: 'Regular', hasSizes: true }),
    item('Juice', 1, 2000, { size: 'Regular' }),
    item('Soup', 1, 2000, { size: 'Large' }),
  ];
  for (const text of [paper(billBody({ items }), 42), paper(kotBody({}, { items }), 42)]) {
    expect(text).not.toContain('Medium');
    expect(text).toMatch(/Tea \(Regular\)/i);
    expect(text).not.toMatch(/Juice \(/i);
    expect(text).toMatch(/Soup \(Large\)/i);
  }
});

it('[R23.22] a ticket has room for the allergies of bill, customer and delivery together', () => {
  const allergies = Array.from({ length: 60 }, (_, n) => `allergy ${n}`).join(', ');
  const body = kotBody({}, { customer: { ...guest, allergies } });
  expect(paper(body, 32).replace(/\s+/g, ' ')).toContain('allergy 59');
});

it('[R35.76] a ticket shows allergies in white on black, and under each item its marks and allergens', () => {
  const curry = item('Curry', 1, 3000, { isVegetarian: true, isHalal: true, spicy: 2, allergens: ['Nuts', 'Milk'] });
  const body = kotBody({}, { items: [curry, item('Rice', 1, 1000)], customer: guest });
  const { blocks } = layOut(readPrintRequest(body), original);
  expect(blocks).toContainEqual({ kind: 'text', text: 'ALLERGY: Nuts, shellfish', inverse: true });
  const lines = paper(body, 42)
    .split('\n')
    .map((line) => line.trim());
  const at = lines.findIndex((line) => /curry/i.test(line));
  expect(lines.slice(at + 1, at + 3)).toEqual(['Vegetarian, Halal, Spicy 2/3', 'Contains: Nuts, Milk']);
  expect(lines.filter((line) => line.startsWith('Contains'))).toHaveLength(1);
});
