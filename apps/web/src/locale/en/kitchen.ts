/** The words of the kitchen screen in English. */
export const enKitchen = {
  kitchen: {
    states: {
      New: 'New',
      Preparing: 'Preparing',
      Ready: 'Ready',
      Served: 'Served',
      Recalled: 'Recalled',
      Void: 'Void',
    },
  },
};
