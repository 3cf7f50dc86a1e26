/** Print requests as a till sends them. */
import type { PrintBody, PrintLineBody } from '@atoll/domain/contract/bill/print';

export const outlet: PrintBody['outlet'] = {
  outletId: 1,
  name: 'SEA HOUSE MALE',
  address: 'Boduthakurufaanu Magu, Male 20026',
  phone: '3001234',
  tin: '1000234GST501',
  currency: 'MVR',
  timezone: 'Indian/Maldives',
  receiptFooter: 'Thank you',
};

/** Returns a bill item. */
export function item(
  name: string,
  qty: number,
  sellingPrice: number,
  more: Partial<PrintLineBody> = {},
): PrintLineBody {
  return { key: `key of ${name}`, name, size: '', qty, sellingPrice, ...more };
}

/** Returns an open bill of three items, with the figures that the server computed for it. */
export function billBody(bill: Partial<PrintBody['bill']> = {}, more: Partial<PrintBody> = {}): PrintBody {
  return {
    type: 'Bill',
    printerName: 'Front',
    printedBy: 'Aishath',
    outlet,
    bill: {
      id: 10482,
      key: 'bill-10482',
      number: 10482,
      type: 'Table',
      slot: '12',
      status: 'Saved',
      createdByName: 'Aishath',
      modifiedAt: '2026-11-20T14:42:00.000Z',
      items: [
        item('Grilled Reef Fish with Lemon Butter Sauce', 2, 18500, { size: 'Large' }),
        item('Cafe Latte', 1, 4500),
        item('Water 500ml', 12, 1000),
      ],
      discountPercentage: 5,
      serviceChargePct: 10,
      gstPct: 8,
      gstMode: 'Exclusive',
      subTotal: 53500,
      discount: 2675,
      serviceCharge: 5083,
      gst: 4473,
      total: 60381,
      ...bill,
    },
    ...more,
  };
}

/** Returns the same bill, paid in cash, with its invoice number. */
export function paidBody(bill: Partial<PrintBody['bill']> = {}, more: Partial<PrintBody> = {}): PrintBody {
  return billBody(
    {
      status: 'Complete',
      invoiceNumber: '2026-000123',
      completedAt: '2026-11-20T15:10:00.000Z',
      payments: [{ method: 'Cash', amount: 60381, tendered: 70000, change: 9619 }],
      ...bill,
    },
    more,
  );
}

/** Returns a kitchen ticket: two new items with notes, one cancellation. */
export function kotBody(more: Partial<PrintBody> = {}, bill: Partial<PrintBody['bill']> = {}): PrintBody {
  return {
    type: 'Kot',
    printerName: 'Kitchen',
    printedBy: 'Aishath',
    kotNo: 137,
    outlet,
    bill: {
      id: 10482,
      key: 'bill-10482',
      number: 10482,
      type: 'Table',
      slot: '12',
      status: 'Saved',
      covers: 4,
      modifiedAt: '2026-11-20T14:42:00.000Z',
      items: [
        item('Reef Fish', 2, 18500, { size: 'Large', notes: ['No chilli', 'ALLERGY: NUTS'] }),
        item('Mas Huni', 3, 4500),
        item('Tuna Pizza', 1, 9500, { change: 'Void', voidReason: 'wrong item' }),
      ],
      ...bill,
    },
    ...more,
  };
}

/** Returns the cash block of a Z report of a shift with dollars, as a till sends it in English or Dhivehi. */
export function zBody(language: 'en' | 'dv'): PrintBody {
  const words = {
    en: [
      'Z report 12',
      'Cash in the drawer',
      'Opening balance',
      'Cash sales',
      'Cash refunds',
      'Cash in',
      'Cash out',
      'Safe drop',
      'Expected cash',
      'including MVR',
      'including USD 1,234.50 at 15.42',
      'Counted cash · Cash',
      'Counted cash · Cash USD 1,229.50',
      'Difference · MVR',
      'Difference · USD -5.00',
      'Difference',
    ],
    dv: [
      'Z ރިޕޯޓް 12',
      'ހުންނަންޖެހޭ ނަގުދު',
      'ފެށުމުގެ ބާކީ',
      'ނަގުދު ވިޔަފާރި',
      'ރިފަންޑްކުރި ނަގުދު',
      'ވަން ނަގުދު',
      'ނެގި ނަގުދު',
      'ތިޖޫރިއަށް ލި ފައިސާ',
      'ހުންނަންޖެހޭ ނަގުދު',
      'މީގެ ތެރެއިން MVR',
      'މީގެ ތެރެއިން USD 1,234.50 (15.42)',
      'ގުނި ނަގުދު · ނަގުދު',
      'ގުނި ނަގުދު · ނަގުދު USD 1,229.50',
      'ތަފާތު · MVR',
      'ތަފާތު · USD -5.00',
      'ތަފާތު',
    ],
  }[language];
  const [title = '', heading = '', ...labels] = words;
  const values = ['500.00', '31,940.75', '-59.40', '100.00', '-250.00', '-5,000.00', '27,231.35', '8,195.36'];
  const more = ['19,035.99', '8,195.36', '18,958.89', '0.00', '-77.10', '-77.10'];
  const rows = labels.map((label, index) => ({ label, value: [...values, ...more][index] ?? '' }));
  const slip = { title, rows: [{ label: heading, value: '', isHeading: true }, ...rows], note: '' };
  return { ...kotBody(), type: 'Slip', printerName: 'Front', language, slip };
}
