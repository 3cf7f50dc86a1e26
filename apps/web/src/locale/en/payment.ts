/** The words of refunds, corrections of payments, the payment entry and approvals of printed bills in English. */
export const enPayment = {
  refund: {
    title: 'Refund',
    lines: 'Items to refund',
    qty: 'Quantity of {{name}} to refund',
    how: 'Pay out by',
    amount: 'To pay out',
    most: 'At most {{amount}} by {{method}}. Give the other {{rest}} in cash.',
    done: 'Refunded',
    none: 'Choose what to refund',
  },
  correct: {
    needsServer: 'Correct payment method · needs the server',
    hint: 'The amount stays {{amount}}. The bill keeps its number; receipt copies and reports show the correction.',
    of: 'Payment to correct',
    choose: 'Choose how the guest really paid',
    units: 'Received in {{currency}}',
    unitsShort: 'This is less than {{amount}}. Enter more',
    done: 'Payment corrected',
  },
  tender: {
    dueIn: 'Due {{amount}}',
    askChange: 'Change of {{amount}}?',
    askChangeWhy: '{{tendered}} was entered for {{amount}}. Check the amount before you go on.',
    giveChange: 'Give this change',
    correctAmount: 'Correct the amount',
    askQuantity: 'Sell {{quantity}}?',
    askQuantityWhy: '{{quantity}} was entered for {{name}}. Check it before you go on.',
    quantityRight: 'It is right',
    correctQuantity: 'Correct it',
  },
  lower: {
    voidItem: 'Void an item of a printed bill',
    voidBill: 'Void a printed bill',
    discount: 'Give a discount on a printed bill',
    move: 'Move items off a printed bill',
  },
};
