/** The app's new address, which the server names at one that the app had before. Source: R31.17. */
import { create } from 'zustand';

export const useNewAddress = create<{ readonly address: string | null }>()(() => ({ address: null }));
