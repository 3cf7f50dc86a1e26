/** Choices of definitions that are not English words, as they are shown. */
export const enLabels = {
  ConvertIn: 'Converted in',
  ConvertOut: 'Converted out',
  Exception: 'Low or below zero',
  Full: 'Everything',
  OnHold: 'On hold',
  PercentOff: 'Percent off items',
  AmountOff: 'Amount off items',
  BuyGet: 'Buy and get',
  BillOff: 'Off the bill',
  OnePerUnit: 'One per unit',
  PurchaseReturn: 'Purchase return',
  StaffMeal: 'Staff meal',
  WeightedAverage: 'Weighted average',
} as const;
