/** Screens that practice has: what people do with guests. Source: R31.46, docs/rules.md#practice. */
const practiceScreens = [
  'Billing',
  'New Bill',
  'Billing History',
  'Shift History',
  'Delivery',
  'Manage Delivery',
  'Customers',
  'Close Shift',
  'New Sale',
  'Kitchen',
];

/** Returns the screens among a person's permissions that practice has. */
export const inPractice = (permissions: readonly string[]): readonly string[] =>
  permissions.filter((one) => practiceScreens.includes(one));
