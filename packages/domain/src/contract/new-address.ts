/** The app's new address, sent with every response at one that it had before, so that tills move there. Source: R31.17. */

/** The origin of the app now. */
export const newAddressHeader = 'x-new-address';
