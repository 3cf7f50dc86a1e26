/** Choices of definitions that are no words by themselves, as English readers see them. */
export const enLabels = {
  ConvertIn: 'Converted in',
  ConvertOut: 'Converted out',
  Exception: 'Low and below zero',
  Full: 'Everything',
  OnHold: 'On hold',
  PurchaseReturn: 'Purchase return',
  StaffMeal: 'Staff meal',
  WeightedAverage: 'Weighted average',
} as const;
