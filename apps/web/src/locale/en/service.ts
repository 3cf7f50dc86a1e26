/** The words of splitting, merging, discounts, refunds and the timeline of a bill in English. */
export const enService = {
  service: {
    minutes: '{{n}}′',
    hours: '{{n}} h',
    checks: 'Checks of this slot',
    checkTab: 'Check {{n}}',
    lineTitle: 'Change {{name}}',
    promotionFlags: {
      OldRules: 'Its rule was replaced before',
      Unproven: 'No rule gives it',
      OverLimit: 'Given beyond its limit',
    },
    comp: 'complimentary',
    off: '−{{amount}}',
    offPercent: '−{{pct}}%',
    lateTitle: '{{slot}}: a payment came too late',
    queued: 'Waiting for the printer',
    notConfirmed: 'Not confirmed by the printer',
    barcodeUnknown: 'No item has the code {{code}}',
    barcodeCut: 'The till read only a part of the code. Scan it again.',
    scanDialogOpen: 'Not added. Close this dialog first, then scan again.',
    enterWeight: 'Enter weight',
    enterPrice: 'Enter price',
    chooseOptions: 'Choose options',
  },
};
