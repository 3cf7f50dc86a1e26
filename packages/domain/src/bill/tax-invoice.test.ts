import { expect, it } from 'vitest';
import { canBecomeTaxInvoice, isTaxParty, taxBuyerOf } from './tax-invoice.ts';

it('[R35.78] names the company before the person, and takes the default of several addresses', () => {
  const person = { name: 'Moosa', company: 'Reef Ltd', tin: ' 1012345GST501 ' };
  const addresses = [{ line: 'Old Road' }, { line: 'New Road', area: 'Male', isDefault: true }];
  expect(taxBuyerOf({ ...person, addresses })).toEqual({
    name: 'Reef Ltd',
    address: 'New Road, Male',
    tin: '1012345GST501',
  });
  expect(taxBuyerOf({ ...person, company: '', address: 'Here', addresses })).toMatchObject({
    name: 'Moosa',
    address: 'Here',
  });
  expect(taxBuyerOf({ ...person, tin: ' ' })).toBeNull();
});

it('[R35.78] asks for name, address and TIN of a party', () => {
  const party = { name: 'Reef Ltd', address: 'Male', tin: '1' };
  expect(isTaxParty(party)).toBe(true);
  for (const part of ['name', 'address', 'tin']) expect(isTaxParty({ ...party, [part]: ' ' })).toBe(false);
});

it('[R35.78] lets only a paid and numbered receipt become a tax invoice, once', () => {
  const paid = { status: 'Complete', isVoid: false, invoiceNumber: 'R2026-1', refundOfId: null };
  const party = { name: 'a', address: 'b', tin: 'c' };
  const taxInvoice = { buyer: party, seller: null, issuedAt: '', isReissue: false };
  expect(canBecomeTaxInvoice(paid)).toBe(true);
  const none = [{ status: 'Saved' }, { isVoid: true }, { invoiceNumber: null }, { refundOfId: 3 }, { taxInvoice }];
  for (const one of none) expect(canBecomeTaxInvoice({ ...paid, ...one })).toBe(false);
});
