/** Compares the totals with an independent computation in exact fractions, on many random bills. */
import { describe, expect, it } from 'vitest';
import { chance, shuffled } from './testing/bills.ts';
import { type BillForTotals, billTotals, type ItemForTotals } from './totals.ts';

/** An exact fraction; `below` is positive. */
interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}
const frac = (above: bigint, below = 1n): Fraction =>
  below < 0n ? { above: -above, below: -below } : { above, below };
const times = (a: Fraction, b: Fraction): Fraction => frac(a.above * b.above, a.below * b.below);
const over = (a: Fraction, b: Fraction): Fraction => frac(a.above * b.below, a.below * b.above);
const abs = (n: bigint): bigint => (n < 0n ? -n : n);
/** Converts a decimal by its digits, so that 12.5 is exactly 25/2, without floating point error. */
const decimal = (n: number): Fraction => {
  const [whole = '0', part = ''] = n.toString().split('.');
  return frac(BigInt(whole + part), 10n ** BigInt(part.length));
};
/** Rounds half away from zero. */
const round = ({ above, below }: Fraction): bigint => {
  const size = (2n * abs(above) + below) / (2n * below);
  return above < 0n ? -size : size;
};
const percent = (n: number): Fraction => over(decimal(n), frac(100n));
const sum = (list: readonly bigint[]): bigint => list.reduce((all, one) => all + one, 0n);

/** Allocates by largest remainder: each part starts at its share rounded toward zero; the remaining units go to the largest remainders. */
function parts(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights);
  if (total === 0n || weights.length === 0) return weights.map(() => 0n);
  const shares = weights.map((weight) =>
    all === 0n ? frac(total, BigInt(weights.length)) : over(frac(total * weight), frac(all)),
  );
  const given = shares.map(({ above, below }) => above / below);
  const unit = total < 0n ? -1n : 1n;
  while (sum(given) !== total) {
    let next = -1;
    let owed = frac(0n);
    shares.forEach((share, index) => {
      const rest = frac((share.above - (given[index] as bigint) * share.below) * unit, share.below);
      if (next < 0 || rest.above * owed.below > owed.above * rest.below) [next, owed] = [index, rest];
    });
    given[next] = (given[next] as bigint) + unit;
  }
  return given;
}

/** A second implementation of docs/rules.md#totals, written from the rule alone. */
function oracle(bill: BillForTotals) {
  const live = bill.items
    .filter((item) => !item.isVoid && !item.isComp)
    .map((item) => {
      const price = Math.max(
        0,
        item.modifiers.reduce((all, one) => all + one.priceDelta, item.sellingPrice),
      );
      const gross = round(times(frac(BigInt(price)), decimal(item.qty)));
      const sign = gross < 0n ? -1n : 1n;
      const { discount } = item;
      const off =
        discount === null
          ? 0n
          : discount.type === 'Percent'
            ? round(times(frac(gross), percent(discount.value)))
            : sign * (BigInt(discount.value) < abs(gross) ? BigInt(discount.value) : abs(gross));
      return { item, amount: gross - off };
    })
    .sort(
      (a, b) =>
        Number(abs(b.amount) - abs(a.amount)) ||
        a.item.gstMode.localeCompare(b.item.gstMode, 'en') ||
        a.item.gstPct - b.item.gstPct ||
        Number(b.item.serviceChargeable) - Number(a.item.serviceChargeable) ||
        a.item.key.localeCompare(b.item.key, 'en'),
    );
  const subTotal = sum(live.map((one) => one.amount));
  const cap = bill.discountAmount === null ? 0n : BigInt(bill.discountAmount);
  const discount =
    bill.discountAmount === null
      ? round(times(frac(subTotal), percent(bill.discountPercentage)))
      : (subTotal < 0n ? -1n : 1n) * (cap < abs(subTotal) ? cap : abs(subTotal));
  const discounts = parts(
    discount,
    live.map((one) => one.amount),
  );
  const nets = live.map((one, index) => one.amount - (discounts[index] as bigint));
  const chargeable = live.map((one) => one.item.serviceChargeable && bill.serviceChargePct > 0);
  const serviceCharge = round(
    times(frac(sum(nets.filter((_, index) => chargeable[index]))), percent(bill.serviceChargePct)),
  );
  const charges = parts(
    serviceCharge,
    nets.filter((_, index) => chargeable[index]),
  );
  const chargeOf = chargeable.map((is) => (is ? (charges.shift() as bigint) : 0n));
  const taxes = new Map<string, number>();
  let [gst, exclusive] = [0n, 0n];
  for (const name of new Set(live.map(({ item }) => `${item.gstMode} ${item.gstPct}`))) {
    const indexes = live.flatMap(({ item }, index) => (`${item.gstMode} ${item.gstPct}` === name ? [index] : []));
    const { gstMode, gstPct } = (live[indexes[0] as number] as (typeof live)[number]).item;
    const bases = indexes.map(
      (index) => (nets[index] as bigint) + (bill.gstOnServiceCharge ? (chargeOf[index] as bigint) : 0n),
    );
    const rate = decimal(gstPct);
    const inside = over(rate, frac(100n * rate.below + rate.above, rate.below));
    const tax =
      gstMode === 'Exempt' ? 0n : round(times(frac(sum(bases)), gstMode === 'Exclusive' ? percent(gstPct) : inside));
    parts(tax, bases).forEach((part, index) => {
      taxes.set((live[indexes[index] as number] as (typeof live)[number]).item.key, Number(part));
    });
    gst += tax;
    if (gstMode === 'Exclusive') exclusive += tax;
  }
  return {
    subTotal: Number(subTotal),
    discount: Number(discount),
    serviceCharge: Number(serviceCharge),
    gst: Number(gst),
    total: Number(subTotal - discount + serviceCharge + exclusive),
    taxes,
  };
}

const { below, oneOf } = chance(20_260_310);

function randomItem(key: string, sign: number): ItemForTotals {
  const kind = below(10);
  return {
    key,
    menuItemId: 1,
    sellingPrice: oneOf([0, 1, 7, below(300), below(30_000), below(3_000_000), 25 * below(2000)]),
    qty: sign * oneOf([1, 1, 1, 2, 3, below(20) + 1, (below(5000) + 1) / 1000]),
    modifiers: below(6) === 0 ? [{ optionId: 1, name: 'm', priceDelta: below(3000) - 1000 }] : [],
    discount:
      kind === 0
        ? { type: 'Percent', value: oneOf([5, 10, 12.5, 33.33, 100]), reason: '' }
        : kind === 1
          ? { type: 'Amount', value: below(5000), reason: '' }
          : null,
    isVoid: below(12) === 0,
    isComp: below(20) === 0,
    gstMode: oneOf(['Exclusive', 'Exclusive', 'Inclusive', 'Exempt']),
    gstPct: oneOf([8, 8, 8, 17, 16, 0, 7.25]),
    serviceChargeable: below(8) > 0,
  };
}

function randomBill(): BillForTotals {
  const sign = below(10) === 0 ? -1 : 1;
  const keys = shuffled(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], below);
  return {
    items: keys.slice(0, below(9)).map((key) => randomItem(key, sign)),
    discountPercentage: oneOf([0, 0, 10, 15, 12.5, 33.33, 100, below(10_001) / 100]),
    discountAmount: below(5) === 0 ? below(50_000) : null,
    serviceChargePct: oneOf([10, 10, 0, 12.5, 5]),
    gstOnServiceCharge: below(3) > 0,
  };
}

describe('billTotals', () => {
  it('[R20.1] [R20.2] billTotals equals an independent exact computation on 20,000 bills, and its parts add up', () => {
    for (let run = 0; run < 20_000; run += 1) {
      const bill = randomBill();
      const totals = billTotals(bill);
      const { taxes, ...expected } = oracle(bill);
      const { subTotal, discount, serviceCharge, gst, total } = totals;
      const same =
        subTotal === expected.subTotal &&
        discount === expected.discount &&
        serviceCharge === expected.serviceCharge &&
        gst === expected.gst &&
        total === expected.total &&
        totals.lines.every((one) => one.taxAmount === taxes.get(one.key));
      if (!same) expect({ bill, subTotal, discount, serviceCharge, gst, total }).toEqual({ bill, ...expected });
      if (!same) expect(totals.lines.map((one) => [one.key, one.taxAmount])).toEqual([...taxes]);
      const add = (name: 'amount' | 'discount' | 'serviceCharge' | 'taxAmount' | 'net'): number =>
        totals.lines.reduce((all, one) => all + one[name], 0);
      const sums = [add('amount'), add('discount'), add('serviceCharge'), add('taxAmount'), add('net')];
      const meant = [subTotal, discount, serviceCharge, gst, subTotal - discount];
      if (sums.join() !== meant.join()) expect({ bill, sums }).toEqual({ bill, sums: meant });
    }
  });

  it('returns the same totals for any order of the items', () => {
    for (let run = 0; run < 3000; run += 1) {
      const bill = randomBill();
      const { lines, ...totals } = billTotals(bill);
      const { lines: others, ...again } = billTotals({ ...bill, items: shuffled(bill.items, below) });
      expect(again).toEqual(totals);
      expect(new Map(others.map((one) => [one.key, one]))).toEqual(new Map(lines.map((one) => [one.key, one])));
    }
  });
});
