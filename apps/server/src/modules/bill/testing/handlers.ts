/** The service functions of bills that scenarios call. */
import * as service from '../service.ts';

/** The service functions that the devices call; a mutant replaces some of them. */
export type Handlers = Pick<
  typeof service,
  | 'createBill'
  | 'updateBill'
  | 'payBill'
  | 'voidBill'
  | 'transferBill'
  | 'mergeBills'
  | 'splitBill'
  | 'refundBill'
  | 'findBill'
>;

export const realHandlers: Handlers = service;
